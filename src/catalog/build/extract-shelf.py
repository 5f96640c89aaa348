"""Writes a table for the shelf from a checkout of FinanceDatabase: listed companies of the world.

The repository (JerBouma/FinanceDatabase, MIT) lists equities of some eighty exchanges. Only facts
are read: name, website, industry, city, region and country; never its summaries. It runs by hand,
needs nothing but Python, and takes the repository's git directory and the file to write:

    python3 src/catalog/build/extract-shelf.py FinanceDatabase/.git src/catalog/sources/shelf-world.tsv

`npm run catalog` then takes every shelf-*.tsv of the sources; THIRD_PARTY_NOTICES owes the licence.
"""

import csv
import io
import re
import subprocess
import sys
from collections import Counter, defaultdict
from urllib.parse import urlsplit

COLUMNS = ["name", "domain", "industry", "hq", "country"]
SHARED = re.compile(
    r"(^|\.)(facebook|linkedin|twitter|google|yahoo|wixsite|wordpress|blogspot|weebly|bloomberg"
    r"|instagram|youtube|sedar|sec)\.|^(n/a|none)$"
)
FORMS = re.compile(
    r"[\s,.]+(inc|incorporated|corp|corporation|co|ltd|limited|llc|lp|plc|ag|se|sa|s\.a|nv|n\.v|ab|asa"
    r"|as|a/s|oyj|spa|s\.p\.a|tbk|bhd|berhad|pcl|public company|kgaa|gmbh|ltda|sab de cv|s\.a\.b\. de c\.v"
    r"|pjsc|ojsc|jsc|kk|pvt|holdings?|group|company)\.?$",
    re.IGNORECASE,
)
STATES = dict(
    pair.strip().split("=")
    for pair in """AL=Alabama, AK=Alaska, AZ=Arizona, AR=Arkansas, CA=California, CO=Colorado,
    CT=Connecticut, DE=Delaware, DC=District of Columbia, FL=Florida, GA=Georgia, HI=Hawaii, ID=Idaho,
    IL=Illinois, IN=Indiana, IA=Iowa, KS=Kansas, KY=Kentucky, LA=Louisiana, ME=Maine, MD=Maryland,
    MA=Massachusetts, MI=Michigan, MN=Minnesota, MS=Mississippi, MO=Missouri, MT=Montana, NE=Nebraska,
    NV=Nevada, NH=New Hampshire, NJ=New Jersey, NM=New Mexico, NY=New York, NC=North Carolina,
    ND=North Dakota, OH=Ohio, OK=Oklahoma, OR=Oregon, PA=Pennsylvania, RI=Rhode Island,
    SC=South Carolina, SD=South Dakota, TN=Tennessee, TX=Texas, UT=Utah, VT=Vermont, VA=Virginia,
    WA=Washington, WV=West Virginia, WI=Wisconsin, WY=Wyoming, PR=Puerto Rico, AB=Alberta,
    BC=British Columbia, MB=Manitoba, NB=New Brunswick, NS=Nova Scotia, ON=Ontario, QC=Quebec,
    SK=Saskatchewan""".split(",")
)


def git(folder: str, *words: str) -> str:
    return subprocess.run(
        ["git", "-C", folder, *words], check=True, capture_output=True, text=True
    ).stdout


def rows_of(folder: str):
    files = git(folder, "ls-tree", "-r", "--name-only", "HEAD", "database/equities").split()
    for file in sorted(name for name in files if name.endswith(".csv")):
        try:
            text = git(folder, "show", f"HEAD:{file}")
        except subprocess.CalledProcessError:
            # A copy may leave out its largest files; their companies are listed elsewhere, too.
            print(f"{file} is not in this copy", file=sys.stderr)
            continue
        yield from csv.DictReader(io.StringIO(text))


def domain_of(website: str) -> str:
    host = urlsplit(website if "//" in website else f"//{website}").hostname or ""
    host = re.sub(r"^www\d?\.", "", host.lower())
    return "" if "." not in host or SHARED.search(host) else host


def plain(name: str) -> str:
    name = re.sub(r"\s+", " ", name).strip(" ,-")
    last = None
    while last != name and " " in name:
        last, name = name, re.sub(r"[\s,.&-]+$", "", FORMS.sub("", name)) or name
    if name.isupper() and len(name) > 5:
        name = " ".join(w if len(w) < 4 else w.capitalize() for w in name.split(" "))
    return name


def seat_of(row: dict) -> str:
    city, country, state = (row[key].strip() for key in ("city", "country", "state"))
    if not city or not country or any(letter.isdigit() for letter in city):
        return ""
    city = city.title() if city.isupper() else city
    if country in ("United States", "Canada"):
        region = STATES.get(state, state if state in STATES.values() else "")
        return f"{city}, {region}" if region else ""
    return f"{city}, {country}"


def commonest(values) -> str:
    counts = Counter(value for value in values if value)
    return min(counts, key=lambda value: (-counts[value], len(value), value)) if counts else ""


def main(folder: str, target: str) -> None:
    companies = defaultdict(list)
    for row in rows_of(folder):
        domain = domain_of(row.get("website") or "")
        if domain and row["name"].strip():
            companies[domain].append(row)
    with open(target, "w", encoding="utf-8") as out:
        out.write("\t".join(COLUMNS) + "\n")
        for domain in sorted(companies):
            rows = companies[domain]
            cells = [
                commonest(plain(row["name"]) for row in rows),
                domain,
                commonest(row["industry"] for row in rows),
                commonest(seat_of(row) for row in rows),
                "",
            ]
            out.write("\t".join(cell.replace("\t", " ") for cell in cells) + "\n")
    print(f"{len(companies)} companies")


main(sys.argv[1], sys.argv[2])
