"""Writes src/catalog/sources/companies-listed.tsv from the PyPI package pytickersymbols.

The package (MIT) carries facts of listed companies as free text out of Wikipedia's info boxes.
This script turns that text into plain cells and leaves a cell empty whenever the text does not
say one clear thing. It runs by hand, once per version of the package; Python is no part of the
product, and so the script stays one self-contained file, a third of it tables of words:

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install pytickersymbols==1.17.10
    /tmp/venv/bin/python src/catalog/build/extract-listed.py
"""

import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

from pytickersymbols import PyTickerSymbols


def words_in(table: str) -> list[str]:
    return [word.strip() for word in table.split(",")]


def pairs_in(table: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in words_in(table))


TARGET = Path(__file__).parent.parent / "sources" / "companies-listed.tsv"
COLUMNS = words_in(
    """name, domain, other_domains, industry, founded_year, hq_city, hq_region, employee_count,
    description, other_names, ticker, twitter, linkedin, facebook, instagram, youtube"""
)
BUCKETS = [
    (10, "1-10"), (50, "11-50"), (200, "51-200"), (500, "201-500"), (1000, "501-1000"),
    (5000, "1001-5000"), (10000, "5001-10000"), (float("inf"), "10001+"),
]  # fmt: skip

STATES = pairs_in("""
    AL=Alabama, AK=Alaska, AZ=Arizona, AR=Arkansas, CA=California, CO=Colorado, CT=Connecticut,
    DE=Delaware, FL=Florida, GA=Georgia, HI=Hawaii, ID=Idaho, IL=Illinois, IN=Indiana, IA=Iowa,
    KS=Kansas, KY=Kentucky, LA=Louisiana, ME=Maine, MD=Maryland, MA=Massachusetts, MI=Michigan,
    MN=Minnesota, MS=Mississippi, MO=Missouri, MT=Montana, NE=Nebraska, NV=Nevada,
    NH=New Hampshire, NJ=New Jersey, NM=New Mexico, NY=New York, NC=North Carolina,
    ND=North Dakota, OH=Ohio, OK=Oklahoma, OR=Oregon, PA=Pennsylvania, RI=Rhode Island,
    SC=South Carolina, SD=South Dakota, TN=Tennessee, TX=Texas, UT=Utah, VT=Vermont, VA=Virginia,
    WA=Washington, WV=West Virginia, WI=Wisconsin, WY=Wyoming, DC=District of Columbia,
    PR=Puerto Rico, ON=Ontario, BC=British Columbia, QC=Quebec, AB=Alberta
    """)
STATE_NAMES = set(STATES.values())
COUNTRIES = {name: name for name in words_in(
    """
    Germany, France, Spain, Italy, Netherlands, Belgium, Switzerland, Austria, Sweden, Norway,
    Denmark, Finland, Poland, Portugal, Ireland, Luxembourg, Japan, Bermuda, Israel, Canada,
    Australia, Singapore, China, Monaco, Uruguay, Mexico, Brazil, India, Jersey, Guernsey,
    Gibraltar, Malta, Cyprus, Argentina, Greece, Isle of Man, New Zealand, United Kingdom
    """
)}  # fmt: skip
COUNTRIES |= pairs_in("""
    England=United Kingdom, Scotland=United Kingdom, Wales=United Kingdom,
    Northern Ireland=United Kingdom, UK=United Kingdom, U.K.=United Kingdom,
    The Netherlands=Netherlands, Republic of Ireland=Ireland, Czechia=Czech Republic
    """)
AMERICA = re.compile(r"\b(U\.S\.A?\.?|USA?|United States(?: of America)?)(?=\W|$)")
LONGEST_FIRST = "|".join(re.escape(name) for name in sorted(COUNTRIES, key=len, reverse=True))
# "New Jersey", "New South Wales", "Jersey City" and "Canada Square" are no countries.
COUNTRY = re.compile(rf"(?<![\w-])(?<!New )(?<!South )({LONGEST_FIRST})(?![\w-]| City| Square)")

# Regions that stand between a city and its country, and would otherwise be taken for the city.
REGIONS = set(words_in(
    """
    Bavaria, Upper Bavaria, Lower Saxony, North Rhine-Westphalia, Baden-Württemberg, Hesse,
    Saxony, Brandenburg, Rhineland-Palatinate, Schleswig-Holstein, Thuringia, Saarland,
    Hauts-de-Seine, Île-de-France, Ile-de-France, Catalonia, Community of Madrid, Andalusia,
    Basque Country, Galicia, Asturias, Stockholm County, Skåne, Scania, Uusimaa, North Holland,
    South Holland, North Brabant, Gelderland, Flanders, Wallonia, Flemish Brabant, Brabant,
    Canton of Zürich, Canton of Zug, Zug (canton), Basel-Stadt, Berkshire, Surrey, Kent,
    Hertfordshire, Essex, Greater Manchester, West Yorkshire, Hampshire, Cheshire,
    Buckinghamshire, Bedfordshire, West Midlands, Devon, Somerset, Wiltshire, Gloucestershire,
    Cambridgeshire, Leicestershire, Oxfordshire, East Yorkshire, EU, Pembroke Parish, Essonne,
    Emilia-Romagna, canton of Zürich, New South Wales, Victoria, Queensland, Western Australia,
    Zug, Vaud, Aargau, Lombardy, Lazio, Moselle, Occitanie, Rhône, Valencian Community
    """
))  # fmt: skip
# Looked for by name where the info box puts a street right before the city.
CAPITALS = re.compile(
    r"\b(Paris|London|Helsinki|Frankfurt|Munich|Rome|Madrid|Brussels|Stockholm|Zürich|Geneva)\b"
)
# In this order: a ward or a prefecture is often named like a larger city.
JAPANESE_CITIES = words_in("""
    Kitakyushu, Hachioji, Musashino, Tachikawa, Fuchu, Nagaokakyo, Nagaokakyō, Hamamatsu, Kariya,
    Toyota, Iwata, Kadoma, Sakai, Ube, Kawasaki, Yokohama, Hiroshima, Fukuoka, Sapporo, Sendai,
    Saitama, Amagasaki, Okazaki, Obu, Ikeda, Fuchū, Shizuoka, Yamaguchi, Noda, Hiratsuka, Ōtsu,
    Oshino, Kyoto, Nagoya, Kobe, Osaka, Chiba, Tokyo
    """)
STREET_WORDS = "|".join(words_in(
    """
    Street, Avenue, Ave, Road, Rd, Boulevard, Blvd, Plaza, Tower, Towers, Building, House, Place,
    Center, Centre, Way, Drive, Lane, Square, Court, Suite, Floor, Headquarters, Campus, Parkway,
    Highway, Pkwy, Circle
    """
))  # fmt: skip
MORE_ADDRESS_WORDS = "|".join(words_in(
    """
    Park, FL, Complex, rue, avenue, Rue, Quai, quai, place, Paseo, Calle, Ward, Studios, Gardens,
    strasse, straße, Station, Pl
    """
))  # fmt: skip
ADDRESS = re.compile(rf"\d|\b(?:{STREET_WORDS}|{MORE_ADDRESS_WORDS}|St\.|Dr\.)(?=\W|$)")
STREET_END = re.compile(rf"^.*(?:\d|\d.*\bSt|\b(?:{STREET_WORDS}|Dr))\.?\s+")

COUNT = r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])|(?<![\d,.])\d{2,7}(?![\d,.])"
SECOND_LEVEL = {"co", "com", "org", "net", "ac", "gov", "or", "ne", "go", "edu", "ltd", "plc"}
NOT_A_HOME = {"wikipedia.org", "linkedin.com", "facebook.com", "google.com", "archive.org"}
HOST = re.compile(r"(?:^|[\s(|])(?:https?://)?((?:[a-z0-9-]+\.)+[a-z]{2,14})(?=[/\s)}|:,]|$)")

LEGAL_FORMS = "|".join(re.escape(form) for form in words_in(
    """
    Inc, Incorporated, Corp, Corporation, Ltd, Limited, plc, PLC, P.L.C, S.A, SA, AG, SE, AB,
    N.V, NV, Oyj, ASA, A/S, S.p.A, SpA, LLC, L.P, LP, KGaA, Co, AG & Co. KGaA, SE & Co. KGaA,
    GmbH & Co. KGaA, Holding AG, S.E, & Co
    """
))  # fmt: skip
LEGAL = re.compile(rf"(?:,?\s+(?:{LEGAL_FORMS})\.?)+$")
# A name that is only a common word says nothing once its legal form is gone.
KEEP_LEGAL = set(words_in(
    """
    Universal, Orion, Innovative, Progress, Federal, Public, The, First, United, Tiffany, News,
    Fox, NOW, The Hertz, Next, Eisai, HP, TD, Park, Trustco, Interface, Banner, Standard
    """
))  # fmt: skip
FORMER_NAME = re.compile(r"\((?:originally )?as (?:the )?([A-Z][^():;]{4,60}?)\s*\)")
# A single word is too often some other company's name today ("Alcoa", "Carnival").
FORMER_WORTH_KEEPING = re.compile(r"(?!The \S+$)(?!.* (?:until|now) )\S+(?: [^\s,.]+)+")
# Sectors: true, but so wide that any narrower word of the same stock is preferred.
BROAD = set(words_in(
    """
    Financials, Industrials, Consumer Discretionary, Health Care, Information Technology,
    Financial services, Real Estate, Energy, Technology, Consumer Cyclicals, Healthcare,
    Utilities, Materials, Consumer Staples, Basic Materials, Banking & Investment Services,
    Industrial Goods, Consumer Non-Cyclicals, Communication Services, Services, Conglomerate,
    Communications, Applied Resources, Consumer Cyclical, Consumer Defensive, Manufacturing,
    Cyclical Consumer Services, Cyclical Consumer Products, Industrial & Commercial Services,
    Software & IT Services, Technology Equipment, Mineral Resources, Financial Services,
    Information technology, Dienstleistungen, Finance, Consumer goods, Other manufacturing,
    EDP Services, Other, Holding company
    """
))  # fmt: skip
TRANSLATED = pairs_in("""
    Immobilien=Real estate, Chemie=Chemicals, Automobilindustrie=Automotive,
    Pharmazie=Pharmaceuticals, Maschinenbau=Machinery,
    EDP Services=Information technology services, Luftfahrt=Airlines, Beratung=Consulting,
    Residential & Commercial RETIs=Residential and commercial real estate investment trusts,
    Versorger=Utilities, Nonferrous metals=Non-ferrous metals,
    Haushaltsgeräte=Household appliances, Mobilität=Mobility services,
    Ingenieursdienstleistungen=Engineering services, Konsumgüter=Consumer goods,
    Mischkonzern=Conglomerate, Textilservice=Textile services,
    Montanindustrie=Mining and metallurgy, Beteiligungen=Investment company,
    Automobilzulieferer=Automotive parts, Glücksspiel=Gambling, Logistik=Logistics,
    Pharma=Pharmaceuticals, Marktforschung=Market research, Außenwerbung=Outdoor advertising,
    Medien=Media, Zement=Cement, Pflegeeinrichtungen=Care homes,
    Riechstoffe=Fragrances and flavours, Erdöl und -gas=Oil and gas, Getränke=Beverages,
    Elektronik=Electronics, Anlagenbau=Plant engineering, Freizeitartikel=Leisure vehicles,
    Unterhaltungssoftware=Video games, Röhren=Steel tubes, Biotechnologie=Biotechnology,
    Automobil=Automotive, Behälterglas=Glass packaging, IoT-Lösungen=Retail technology,
    IT-Dienstleistungen=Web hosting, Technologie=Technology, Ölförderung=Oil and gas exploration,
    Foods=Food, RETIs=Real estate investment trusts,
    Öl und Gas (Raffineriebetreiber)=Oil refining, Drink industry=Beverages,
    Buidling Products=Building products
    """)


def squash(text: str) -> str:
    """Names are compared without case, accents' neighbours or punctuation."""
    return re.sub(r"[^\w]|_", "", text.casefold())


def founded_of(text: str) -> str:
    """The first year is the founding; later ones are re-foundings, mergers or renamings."""
    match = re.search(r"(?<!\d)(1[6-9]\d\d|20[0-2]\d)(?!\d)", text)
    return match.group(1) if match else ""


def employees_of(text: str) -> str:
    text = text.strip()
    if not re.fullmatch(r"\d+", text):
        # Dates hold years, and a year looks just like a head count.
        text = re.sub(r"\b(?:19|20)\d\d\b(?!,\d)", " ", text)
        text = re.sub(r"\b(\d{1,3})[ .](\d{3})\b", r"\1,\2", text)
    elif int(text) < 200:
        # A bare small number is mostly a count cut at its thousands separator ("20" for 20.000).
        return ""
    counts = [int(found.replace(",", "")) for found in re.findall(COUNT, text)]
    if not counts:
        return ""
    whole = re.search(r"consolidated|group|total|including", text, re.I)
    count = max(counts) if whole else counts[0]
    return next(label for top, label in BUCKETS if count <= top)


def clean_place(text: str) -> str:
    text = re.sub(r"\d+°.*?\d+\.\d+;\s*-?\d+\.\d+", "", text)
    text = re.sub(r"\d+°.*$|﻿.*$", "", text)
    text = re.sub(r"\([^)]*\)|\[[^\]]*\]", ", ", text).replace("D.C.", "DC").replace("D. C.", "DC")
    text = re.sub(r"\s+,", ",", text).replace(";", ",")
    return re.sub(r"\s+", " ", text).strip(" ,")


def american(text: str) -> tuple[str, str]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    for index, part in enumerate(parts):
        word = re.sub(r"\s+\d{5}(?:-\d{4})?$", "", AMERICA.sub("", part)).strip()
        state = STATES.get(word, word)
        after = parts[1] if index == 0 and len(parts) > 1 else ""
        names_a_city = state != "District of Columbia" and STATES.get(after, after) in STATE_NAMES
        if state not in STATE_NAMES or names_a_city:
            continue
        if index == 0:
            return ("New York", state) if state == "New York" else ("", state)
        city = parts[index - 1]
        city = STREET_END.sub("", city) if ADDRESS.search(city) else city
        return (re.sub(r"^(?:Greater |Downtown )|\s+Township$", "", city), state)
    if re.search(r"\bNew York(?: City)?\b|Manhattan", text):
        return ("New York", "New York")
    if re.search(r"Washington,? D\.?C\.?", text):
        return ("Washington", "District of Columbia")
    return ("", "")


def japanese(text: str) -> str:
    for city in JAPANESE_CITIES:
        if re.search(r"(?<![\w-])%s(?!-ku)(?![\w])" % city, text):
            return city.replace("ō", "o").replace("ū", "u")
    return ""


def place_of(text: str) -> tuple[str, str]:
    """City and state, or city and country. Only the first of several seats is read."""
    text = clean_place(text)
    home = AMERICA.search(text)
    abroad = COUNTRY.search(text)
    if not home and not abroad or (home and (not abroad or home.start() < abroad.start())):
        found = american(text[: home.end()] if home else text)
        return found if found[1] else american(text)
    head = text[: abroad.start()]
    country = COUNTRIES[abroad.group(1)]
    if country == "Japan":
        return (japanese(head), country)
    if country == "Canada":
        city, province = american(head)
        return (city, province or country)
    parts = [part.strip() for part in head.split(",") if part.strip()]
    cities = [
        part
        for part in parts
        if not ADDRESS.search(part) and part not in REGIONS and not part.startswith("canton of")
    ]
    cities = cities or [part for part in parts if part in REGIONS][:1]
    if not cities:
        capital = CAPITALS.search(head)
        otherwise = "Luxembourg" if country == "Luxembourg" else ""
        return (capital.group(1) if capital else otherwise, country)
    city = re.sub(r"^(?:City of |Greater )|\s+(?:and|/|&) .*$", "", cities[-1])
    return (city, country)


def headquarters_of(stock: dict, metadata: dict) -> tuple[str, str]:
    """The index table's own "City, State" decides where the info box holds a street."""
    city, region = place_of(str(metadata.get("headquarters") or ""))
    table_city, table_region = place_of(str(stock.get("country") or ""))
    city = "" if re.search(r" (?:County|Building)$|Avenue|Americas", city) else city
    if table_city and (not city or city.endswith(table_city) or len(city) > 28):
        city, region = table_city, table_region
    known = re.fullmatch(r"[^\W\d][\w.'’()\- ]{1,30}", city)
    city = re.sub(r"^New York City$|^Manhattan$", "New York", city) if known else ""
    region = region or COUNTRIES.get(str(stock.get("country") or ""), "")
    return (city, region)


def registrable(host: str) -> str:
    labels = host.lower().strip(".").split(".")
    deep = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in SECOND_LEVEL
    return ".".join(labels[-3:] if deep else labels[-2:])


def domains_of(text: str) -> list[str]:
    hosts = [registrable(host) for host in HOST.findall(text.lower())]
    return list(dict.fromkeys(host for host in hosts if host not in NOT_A_HOME))


def names_of(stock: dict, metadata: dict) -> tuple[str, list[str]]:
    full = re.sub(r"\s*\([^)]*\)\s*$", "", stock["name"]).strip()
    # Swedish share classes are glued to some names ("LifcoB").
    full = re.sub(r"^(\w*[a-zåäöé])[ABC]$", r"\1", full)
    short = LEGAL.sub("", full).strip(" ,")
    if len(short) < 2 or short.endswith("&") or short in KEEP_LEGAL:
        short = full
    title = unquote(str(metadata.get("wikipedia_url") or "").rsplit("/", 1)[-1]).replace("_", " ")
    others = [full, re.sub(r"\s*\([^)]*\)$", "", title)]
    if short.startswith("The "):
        others.append(short[4:])
    # "(as Jomax Technologies)" behind a founding year is a former name.
    former = FORMER_NAME.findall(str(metadata.get("founded") or ""))
    bare = [LEGAL.sub("", name).strip(" ,&+") for name in former]
    others += [name for name in bare if FORMER_WORTH_KEEPING.fullmatch(name)]
    return (short, others)


def industry_of(stock: dict) -> str:
    bare = [re.sub(r"\s*\([^)]*\)", "", text).strip() for text in stock.get("industries") or []]
    listed = [TRANSLATED.get(text, text) for text in bare]
    short = [text for text in listed if 2 < len(text) <= 48 and text.count(" ") < 6]
    plain = [text for text in short if "," not in text]
    narrow = [text for text in plain if text not in BROAD]
    words = (narrow or plain or [""])[0].split()
    # Info boxes run lists together ("Freight transport Logistics"); the first entry is enough.
    cuts = [
        i
        for i in range(1, len(words))
        if words[i][0].isupper()
        and words[i - 1][0].islower()
        and words[i - 1] not in ("and", "of", "in", "via", "for", "to")
    ]
    choice = " ".join(words[: cuts[0] if cuts else None])
    return choice[:1].upper() + choice[1:]


def sentence(industry: str, city: str, region: str) -> str:
    if not industry:
        return ""
    # Acronyms keep their capitals.
    kept = re.compile(r"[A-Z]{2}|[A-Z]&")
    words = [word if kept.match(word) else word.lower() for word in industry.split()]
    seat = ", ".join(part for part in (city, region if region != city else "") if part)
    return f"Listed company active in {' '.join(words).replace(' & ', ' and ')}" + (
        f", headquartered in {seat}." if seat else "."
    )


def facts_of(stock: dict) -> dict:
    """A few stocks carry another company's info box: its title shares no word with the name."""
    metadata = stock.get("metadata") or {}
    title = unquote(str(metadata.get("wikipedia_url") or "").rsplit("/", 1)[-1]).replace("_", " ")
    words = [set(re.findall(r"\w+", text.casefold())) for text in (stock["name"], title)]
    initials = "".join(word[0] for word in re.findall(r"\w+", stock["name"]))
    alike = not title or words[0] & words[1] or squash(title)[:4] == squash(stock["name"])[:4]
    return metadata if alike or squash(initials) == squash(title) else {}


def row_of(stock: dict) -> dict:
    metadata = facts_of(stock)
    name, others = names_of(stock, metadata)
    city, region = headquarters_of(stock, metadata)
    domains = domains_of(str(metadata.get("website") or ""))
    industry = industry_of(stock)
    return {
        "name": name,
        "full": others[0],
        "domain": domains[0] if domains else "",
        "other_domains": domains[1:],
        "industry": industry,
        "founded_year": founded_of(str(metadata.get("founded") or "")),
        "hq_city": city,
        "hq_region": region,
        "employee_count": employees_of(str(metadata.get("employees") or "")),
        "description": sentence(industry, city, region),
        "other_names": others,
        "ticker": str(stock.get("symbol") or ""),
    }


def merged(rows: list[dict]) -> list[dict]:
    """Share classes of a company are one row; nobody keeps a name or a domain another one owns."""
    unique: dict[str, dict] = {}
    for row in rows:
        key = squash(row["name"])
        twin = unique.get(key)
        if twin and row["domain"] and twin["domain"] and row["domain"] != twin["domain"]:
            # Two companies share the short name: both go by their full ones, else by their seat.
            del unique[key]
            twin["name"] = twin["full"]
            same = squash(row["full"]) == squash(twin["full"])
            row["name"] = f"{row['full']} ({row['hq_region']})" if same else row["full"]
            unique[squash(twin["name"])] = twin
            key = squash(row["name"])
        if key in unique:
            unique[key].update({k: v for k, v in row.items() if v and not unique[key][k]})
        else:
            unique[key] = row
    aliases_of = [{squash(name) for name in row["other_names"]} for row in unique.values()]
    claims = Counter(alias for aliases in aliases_of for alias in aliases)
    owner: dict[str, str] = {}
    for key, row in unique.items():
        aliases = {squash(n): n for n in reversed(row["other_names"])}
        own = [a for a in reversed(aliases) if a and a not in unique and claims[a] == 1]
        row["other_names"] = [aliases[a] for a in own]
        for domain in [row["domain"], *row["other_domains"]]:
            label = squash(domain.split(".")[0])
            closer = key.startswith(label) and not owner.get(domain, "").startswith(label)
            if domain and (domain not in owner or closer):
                owner[domain] = key
    for key, row in unique.items():
        row["domain"] = row["domain"] if owner.get(row["domain"]) == key else ""
        row["other_domains"] = [d for d in row["other_domains"] if owner.get(d) == key]
    return list(unique.values())


def main() -> None:
    stocks = PyTickerSymbols().get_all_stocks()
    rows = merged([row_of(stock) for stock in sorted(stocks, key=lambda s: s["name"].casefold())])
    rows.sort(key=lambda row: (squash(row["name"]), row["name"]))
    lines = ["\t".join(COLUMNS)]
    for row in rows:
        cells = (row.get(column, "") for column in COLUMNS)
        lines.append(
            "\t".join(";".join(cell) if isinstance(cell, list) else cell for cell in cells)
        )
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")
    filled = Counter(column for row in rows for column in COLUMNS if row.get(column))
    counts = ", ".join(f"{column} {filled[column]}" for column in COLUMNS if filled[column])
    print(f"{len(stocks)} stocks, {len(rows)} companies: {counts}")


if __name__ == "__main__":
    main()
