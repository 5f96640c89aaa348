"""Takes given and family names in Latin letters out of the Python package Faker (MIT).

    pip download --no-deps faker==40.54.0 && unzip faker-*.whl && python3 extract-names.py .

Writes given-names-listed.tsv and family-names-listed.tsv into ../sources. Names are facts; the
package is credited in THIRD_PARTY_NOTICES. Run again only to take a newer version.
"""

import importlib
import os
import re
import sys

package = sys.argv[1]
sources = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sources")
sys.path.insert(0, package)
latin = re.compile(r"^[A-Za-z\u00c0-\u024f\u1e00-\u1eff'’-]{2,}$")
romanised = {"ja_JP", "zh_CN", "zh_TW"}


def names_of(provider, locale, wanted):
    found = set()
    for attribute in dir(provider):
        value = getattr(provider, attribute)
        if not isinstance(value, (list, tuple, dict)):
            continue
        if re.search("format|prefix|suffix", attribute):
            continue
        if locale in romanised and "romanized" not in attribute:
            continue
        if re.search(wanted, attribute):
            found.update(each if isinstance(each, str) else each[0] for each in value)
    return sorted(name for name in found if latin.match(name))


def write(file, wanted):
    people = os.path.join(package, "faker", "providers", "person")
    with open(os.path.join(sources, file), "w") as out:
        out.write("region\tnames\n")
        for locale in sorted(os.listdir(people)):
            if not re.match("^[a-z]{2,3}_", locale):
                continue
            module = importlib.import_module(f"faker.providers.person.{locale}")
            names = names_of(module.Provider, locale, wanted)
            if len(names) > 1:
                out.write(f"{locale.replace('_', '-').lower()}\t{' '.join(names)}\n")


write("given-names-listed.tsv", "^(first_|given)")
write("family-names-listed.tsv", "^(last_|surname)")
