"""Scripts that mean the same in every POSIX shell do in the device's: output and status are those of this machine's `sh`."""

from __future__ import annotations

import subprocess

import pytest
from shell_runs import shell

SCRIPTS = r"""
echo hello world
echo 'a  b'   "c  d" e\ f
echo "a\$b" "a\"b" 'a"b' "it's"
echo a;echo b;  echo c
true && echo yes || echo no
false && echo yes || echo no
false || false || echo third
true; echo $?; false; echo $?
! true; echo $?
! false && echo negated
(exit 7); echo $?
(cd /; pwd); echo after
x=5; (x=6; echo $x); echo $x
{ echo a; echo b; } | cat
x=1; { x=2; }; echo $x
if true; then echo t; else echo f; fi
if false; then echo t; elif true; then echo e; else echo f; fi
if false; then echo t; fi; echo $?
i=0; while [ $i -lt 4 ]; do echo $i; i=$((i+1)); done
i=3; until [ $i -eq 0 ]; do echo $i; i=$((i-1)); done
for i in a b 'c d'; do echo "<$i>"; done
for i in; do echo never; done; echo $?
for i in 1 2 3 4; do [ $i = 2 ] && continue; [ $i = 4 ] && break; echo $i; done
for i in 1 2; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; done; done
for i in 1 2; do for j in a b; do [ $j = b ] && break 2; echo $i$j; done; done
while true; do echo once; break; done; echo $?
case hello in h*) echo h;; *) echo other;; esac
case x in a|x|y) echo in;; esac
case abc in [a-c]bc) echo class;; esac
case abc in "a*") echo literal;; a*) echo glob;; esac
case z in (a) echo a;; (z) echo z;; esac
p='a*'; case abc in $p) echo matched;; esac; case abc in "$p") echo no;; *) echo literal;; esac
case x in a) echo a;; esac; echo $?
f() { echo "f:$1:$#"; return 3; }; f a b; echo $?
f() { for x; do echo $x; done; }; f 1 '2 3' 4
f() { x=in; }; x=out; f; echo $x
f() { [ $1 -le 0 ] && return; echo $1; f $(($1-1)); }; f 3
set -- a 'b c' d; echo $# $1 "$2" $3; shift; echo $# "$1"
set -- a 'b c'; for x in "$@"; do echo "<$x>"; done; for x in $@; do echo "<$x>"; done
set -- a 'b c'; for x in "$*"; do echo "<$x>"; done; IFS=-; echo "$*"
set --; for x in "$@"; do echo never; done; echo "[$@]" $#
set -- a b; for x in "1$@2"; do echo "<$x>"; done
x='a b  c'; echo $x; echo "$x"; set -- $x; echo $#
x=' lead trail '; for y in $x; do echo "<$y>"; done; echo "<$x>"
x=; set -- $x ''; echo $#
x=a:b::c; IFS=:; for y in $x; do echo "<$y>"; done
IFS=', '; x='a, b,c ,d'; for y in $x; do echo "<$y>"; done
echo ${x:-default} ${x-unset}; x=; echo ${x:-empty} "${x-set}"
x=v; echo ${x:+alt} "${y:+alt}" ${x+set}
echo ${x:=assigned}; echo $x
x=path/to/file.txt; echo ${x#*/} ${x##*/} ${x%/*} ${x%%/*} ${x%.txt}
x=aXbXc; echo ${x#*X} ${x##*X} ${x%X*} ${x%%X*} ${#x}
x='a*b'; echo "${x#a\*}" ${x%"*b"}
echo "${u:-a b}" ${u:-a b} ${u:-"a  b"}
echo ${u:-${v:-deep}} ${u:-$(echo sub)}
x=1; echo "$x$x" "${x}0" '$x' \$x
echo $(echo a b; echo c) "$(echo a b; echo c)"
echo `echo back` "`echo 'tick s'`" `echo \`echo nested\``
echo "$(echo "$(echo "deep quotes")")"
x=$(echo a; exit 4); echo $x $?
x=$(false); echo $?; x=y; echo $?
echo $(printf 'a\n\n\n')end
echo $((1+2*3)) $(((1+2)*3)) $((7/2)) $((-7/2)) $((7%3)) $((-7%3))
echo $((1<2)) $((2<=1)) $((3==3)) $((3!=3)) $((1&&0)) $((1||0)) $((!5))
echo $((5&3)) $((5|3)) $((5^3)) $((~5)) $((1<<4)) $((256>>4))
x=4; echo $((x*2)) $(($x+1)) $((x=7)) $x; : $((x+=3)); echo $x
echo $((1?2:3)) $((0?2:3)) $((0x1f)) $((2>1?10:20))
x=3; echo $((x>2&&x<5)) $(( (x+1) * ( x - 1 ) ))
echo a > f; cat f; echo b >> f; cat f; cat < f | wc -l | tr -d ' '
echo err >&2; echo out
{ echo out; echo err >&2; } 2>/dev/null
{ echo out; echo err >&2; } 2>&1 | sort
{ echo out; echo err >&2; } > f 2>&1; sort f
echo x 2>&1 > f | cat; cat f
cat nosuchfile 2>/dev/null; echo $?
echo gone > /dev/null; echo $?
cat <<E
cat <<EOF | tr a-z A-Z
> f; [ -e f ] && [ ! -s f ] && echo empty
exec 3>f; echo three >&3; exec 3>&-; cat f
echo in > f; while read x; do echo "got $x"; done < f
printf 'a b c\nd e f\n' | while read x y; do echo "$y-$x"; done
printf 'a:b:c\n' | { IFS=: read x y z; echo $x $z; }; echo "[$IFS]" | wc -c | tr -d ' '
printf 'one\ntwo' | { read a; read b; echo $a $b $?; }
printf 'back\\slash\n' | { read -r x; echo "$x"; }
echo ' lead ' | { read x; echo "<$x>"; }
echo 'a b' | read x; echo "<$x>"
seq 5 | { read a; cat; }
printf '%s\n' 3 1 2 | sort | head -n 2
printf 'b\na\nb\n' | sort | uniq -c | sed 's/^ *//'
A=1 B=2 env | grep '^[AB]=' | sort
A=1; sh -c 'echo "[$A]"'; export A; sh -c 'echo "[$A]"'
A=1 sh -c 'echo $A'; echo "[$A]"
export A=x B='y z'; sh -c 'echo $A $B'; unset A; sh -c 'echo "[$A]"'
sh -c 'echo $0 $1 $2 $#' name one 'two 2'
sh -c 'exit 9'; echo $?
eval 'x=5; echo $x'; echo $x
x='echo evaluated'; eval $x
set -e; true; false; echo never
set -e; if false; then :; fi; false || true; ! true; echo survives
set -e; f() { false; echo in f; }; f || echo failed
set -u; echo ${x:-ok}; (echo $undefined) 2>/dev/null; [ $? -ne 0 ] && echo failed
trap 'echo bye' EXIT; echo hi
: ; echo $?
# comment
echo a # comment
echo a#b '#c'
echo a \
b
mkdir d; touch d/a d/b d/.c; echo d/*; echo d/.c d/[ab] d/? d/no*
mkdir d; touch 'd/a b'; for f in d/*; do echo "<$f>"; done
x='*'; touch a; echo "$x"; echo $x
set -f; touch a; echo *
mkdir -p d/e; cd d; cd e; cd ..; basename "$(pwd)"; cd ..; ls
command -v true >/dev/null && echo known; command -v nosuchthing || echo unknown
type nosuchthing >/dev/null 2>&1 || echo unknown
[ a = a ] && [ a != b ] && [ -n x ] && [ -z '' ] && echo strings
[ 1 -eq 1 -a 2 -gt 1 ] && [ 1 -eq 2 -o 1 -eq 1 ] && echo both
[ ! a = b ] && [ '(' ] && [ x ] && echo single; [ ]; echo $?; [ '' ]; echo $?
test -d . && test -e . && ! test -f . && echo files
test 1 -eq x 2>/dev/null; echo $?
[ -f = -f ] && [ = = = ] && echo odd
printf '%s-%s\n' a b c; printf '%5d|%-5s|%05d|%x|%o|%c\n' 42 ab 7 255 8 xyz
printf '%s\n' "a b" c; printf 'no newline'; printf '\n%%\n'; printf '%b' 'a\tb\n'; printf '\101\n'
printf '%.2f %5.1f\n' 3.14159 2.55; printf '%d %i\n' 0x10 010; printf "%d\n" "'A"
expr 1 + 2; expr 2 \* 3 - 1; expr 7 / 2; expr 7 % 3; expr abc : 'a.*'; expr abc : 'a\(.\)c'; expr 1 \> 2; echo $?
echo 'a b c' | cut -d' ' -f2; echo abcdef | cut -c2-4; echo a:b:c | cut -d: -f1,3; echo nodelim | cut -d: -f2
echo hello | tr a-z A-Z; echo hello | tr -d l; echo aabbcc | tr -s a-z; echo 'a1b2' | tr -cd 0-9; echo
echo 'hello world' | sed 's/o/0/'; echo 'hello world' | sed 's/o/0/g'; echo ab | sed 's/\(a\)\(b\)/\2\1/'
printf 'a\nb\nc\n' | sed -n 2p; printf 'a\nb\nc\n' | sed 2d; printf 'a\nb\nc\n' | sed -n '/b/,$p'; echo a/b | sed 's|/|-|'
printf 'a\nb\nc\n' | sed 's/b/[&]/'; printf 'aaa\n' | sed 's/a/b/2'; echo abc | sed 's/x*/-/g'; echo abc | sed y/abc/xyz/
printf 'foo\nbar\nfoobar\n' | grep foo; printf 'foo\nbar\n' | grep -v foo; printf 'foo\nbar\n' | grep -c o; printf 'Foo\n' | grep -i foo
printf 'foo\nbar\n' | grep -q bar; echo $?; printf 'foo\n' | grep -q nope; echo $?; printf 'a.c\nabc\n' | grep -F a.c
printf 'foo1\nbar\n' | grep -n '[0-9]'; printf 'ab\ncd\n' | grep -E 'a|c'; printf 'aab\n' | grep -o 'a*'; printf 'x\ny\n' | grep -e x -e y
printf 'one two\nthree\n' | grep -w two; printf 'ab\nabc\n' | grep -x ab; printf 'a\nb\nc\nd\n' | grep -A1 b; printf '1\n2\n3\n' | grep -B1 3
seq 3; seq 2 4; seq 1 2 7; seq 3 -1 1; seq -s, 3
seq 20 | head -n 3; seq 20 | tail -n 2; seq 5 | tail -n +4; seq 3 | head -c 3; seq 3 | wc -l | tr -d ' '; echo abc | tail -c 2
echo a b c | xargs echo x; seq 4 | xargs -n 2 echo; printf 'a\nb\n' | xargs -I{} echo '<{}>'; echo "'a b' c" | xargs printf '<%s>\n'
basename /a/b.txt; basename /a/b.txt .txt; dirname /a/b.txt; dirname b; dirname /; basename /a/b/
echo abc | md5sum; echo abc | sha1sum | cut -c1-10; echo abc | sha256sum | cut -c1-10; echo hi | base64; echo aGkK | base64 -d
printf '10\n9\n1\n' | sort -n; printf 'a 2\nb 1\n' | sort -k2; printf 'a\nb\na\n' | sort -u; printf 'a\nb\n' | sort -r; printf 'x:3\ny:1\n' | sort -t: -k2n
echo tee | tee f; cat f; cp f g; cat g; mv g h; cat h; [ -e g ] || echo moved; rm f h; ls
mkdir a; rmdir a; mkdir a; touch a/x; rmdir a 2>/dev/null; echo $?; rm -r a; rm nosuch 2>/dev/null; echo $?; rm -f nosuch; echo $?
touch s; chmod 644 s; stat -c %a s; chmod u+x s; stat -c %a s; chmod go-r s; stat -c '%a %n' s
mkdir -p a/b; touch a/f a/b/g; find a | sort; find a -name g; find a -type d | sort; find a -maxdepth 1 | sort
echo 'echo from $1' > s.sh; sh s.sh arg; . ./s.sh; chmod +x s.sh
yes | head -n 3; yes no | head -n 1
nosuchcommand 2>/dev/null; echo $?
./nosuchfile 2>/dev/null; echo $?
echo a | cat | cat | cat; echo $?
true | false; echo $?; false | true; echo $?
echo $$ | grep -q '^[0-9][0-9]*$' && echo number
sleep 0.01 & wait; echo done
(echo bg > f) & wait; cat f
sleep 0.01 & p=$!; wait $p; echo $?
(exit 5) & wait $!; echo $?
x=$(sleep 0.01 & echo started); echo $x
readonly r=1; (r=2) 2>/dev/null; echo $r
x=1 y=2; echo $x$y; x=a$x; echo $x; x=~; [ "$x" != '~' ] && echo tilde
echo "a
b"
x="multi
line"; echo "$x"; echo $x
echo {a,b} | grep -c a
if [ -n "$(echo x)" ]; then echo sub; fi
while read l; do echo "$l"; done <<X
a=1; a=$a$a; a=$a$a; echo $a; echo ${#a}
echo "${x:-"quoted default"}" ${x:-'single'}
f() { echo $(g); }; g() { echo from g; }; f
f() (echo sub; exit 3); f; echo $?
if ! grep -q x /dev/null; then echo absent; fi
cat /dev/null; echo $?
echo 1 2 3 | while read a b; do echo "$b"; done
[ "$(echo a)" = a ] && { echo yes; echo again; }
echo a;   # trailing
for i in 1 2 3; do echo $i; done | tail -n 1
for i in 1 2; do echo $i; done > f; cat f
if true; then echo redirected; fi > f; cat f
case a in a) echo 1;; esac | cat
echo "$#" "$0" | wc -w | tr -d ' '
env -i A=1 env; env A=2 sh -c 'echo $A'
dd if=/dev/zero bs=1 count=5 2>/dev/null | wc -c | tr -d ' '
echo one; exit 3; echo two
false; exit
kill -0 99999999 2>/dev/null || echo none
cmp -s /dev/null /dev/null && echo same
uniq=1; echo $uniq; if=2; echo $if
echo if then fi done esac
echo a=b; echo -n x; echo; echo --
timeout 5 echo intime; timeout 0.05 sleep 5; echo $?
"""
BODIES = {
    "cat <<E": "cat <<E\nbody $x $((1+1)) \\$y `echo z`\n  'q'\nE\necho after",
    "cat <<EOF | tr a-z A-Z": "cat <<'EOF' | tr a-z A-Z\nraw $x\nEOF\ncat <<-T\n\ttabs\n\tT\necho end",
    'while read l; do echo "$l"; done <<X': 'while read l; do echo "<$l>"; done <<X\na b\nc\nX\ncat <<A; cat <<B\n1\nA\n2\nB',
    "echo a \\": "echo a \\\nb 'c\\\nd' \"e\\\nf\"",
    'echo "a': 'echo "a\nb"',
    'x="multi': 'x="multi\nline"; echo "$x"; echo $x',
}
SKIPPED = {"b", 'b"', 'line"; echo "$x"; echo $x', "echo {a,b} | grep -c a"}


def _scripts() -> list[str]:
    return [BODIES.get(line, line) for line in SCRIPTS.strip().split("\n") if line not in SKIPPED]


@pytest.mark.parametrize("script", _scripts())
def test_output_and_status_are_those_of_sh(script, tmp_path):
    host = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, cwd=tmp_path, stdin=subprocess.DEVNULL, timeout=20, check=False
    )
    device = shell(script)
    assert (device.out, device.status) == (host.stdout, host.returncode), device.err
