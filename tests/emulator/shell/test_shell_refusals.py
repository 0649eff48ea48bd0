"""What only scripts need is refused in one sentence, before anything of its line runs."""

from __future__ import annotations

from cases import cases
from shell_runs import shell


@cases(
    ("line", "construct"),
    [
        ("for i in a b; do echo $i; done", "for"),
        ("while true; do echo x; done", "while"),
        ("until false; do echo x; done", "until"),
        ("if true; then echo x; fi", "if"),
        ("case a in a) echo a;; esac", "case"),
        ("f() { echo x; }; f", "("),
        ("function f { echo x; }", "function"),
        ("[[ a == a ]]", "[["),
        ("(cd /; pwd)", "("),
        ("((1 + 1))", "("),
        ("{ echo a; echo b; }", "{"),
        ("echo $((6*7))", "$(("),
        ("echo $(date)", "$("),
        ("echo `date`", "`"),
        ('echo "$(date)"', "$("),
        ("echo ${x:-default}", "${x:-default}"),
        ("echo ${#x}", "${#x}"),
        ('echo "$@"', "$@"),
        ("echo $'a\\n'", "$'"),
        ("echo a{b,c}", "{b,c}"),
        ("echo {1..9}", "{1..9}"),
        ("cat <<E", "<<"),
        ("cat <<< word", "<<"),
        ("eval echo x", "eval"),
        ("read x", "read"),
        ("trap x EXIT", "trap"),
        ("set -e", "set"),
        (". ./file", "."),
        ("let x=1", "let"),
        ("done", "done"),
        ("sleep 1000 & echo x", "&"),
        ("wait", "wait"),
        ("echo $!", "$!"),
    ],
)
def test_constructs_of_scripts_are_refused_in_one_sentence(line, construct):
    done = shell(f"echo before; {line}")
    assert (done.status, done.out) == (2, "")
    assert done.err == f"/system/bin/sh: '{construct}' is not supported on this device: it runs command lines, not scripts\n"


@cases(
    ("line", "out"),
    [
        ("echo if then fi done esac for", "if then fi done esac for\n"),
        ("if=1; echo $if", "1\n"),
        ("echo '$(date)' '`x`' \\$\\(x\\) a{b}c {} '{a,b}' \"{1..2}\"", "$(date) `x` $(x) a{b}c {} {a,b} {1..2}\n"),
        ('echo "a$" $ cost: 5$; echo a#b # comment', "a$ $ cost: 5$\na#b\n"),
        ("echo 2 >f >&2; cat f 2>&1 </dev/null", ""),
        ("echo in > f; cat < f; cat 0< f 2>&-", "in\nin\n"),
        ("echo both &> f; echo more &>> f; cat f", "both\nmore\n"),
    ],
)
def test_what_only_looks_like_a_script_is_not_refused(line, out):
    assert shell(line).out == out


def test_lines_of_a_script_run_until_one_is_refused():
    done = shell("echo one\nfor i in 1 2\necho two")
    assert (done.status, done.out) == (2, "one\n")
    assert shell("echo 'echo one\nif true\necho two' > s; sh s; echo $?").out == "one\n2\n"
