"""Print the texts that a language's table still lacks, one line each, and the faults of the table.

    python -m automotive_env.scripts.missing_words German

The exit status is 1 where there is something to print.
"""

from __future__ import annotations

import argparse
import json
import sys

from automotive_env.car.systems.language import LANGUAGES
from automotive_env.headunit.language.completeness import faults, missing
from automotive_env.headunit.language.translate import ENGLISH


def main() -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language", choices=sorted(LANGUAGES.keys() - {ENGLISH}))
    language = parser.parse_args().language
    lines = [f'{json.dumps(text, ensure_ascii=False)}: "",' for text in missing(language)] + list(faults(language))
    print("\n".join(lines) or "nothing is missing")
    sys.exit(bool(lines))


if __name__ == "__main__":
    main()
