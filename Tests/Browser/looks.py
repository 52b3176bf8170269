"""What the pages say, and what holds for each of them."""

from phone import HEIGHT, WIDTH, Phone

#: What the pages say in each language.
WORDS = {
    "en": ("Ada Moreno calls for help.", "Nobody has said that they are on the way.", "I am on my way",
           "Recorded: you are on the way.", "Another responder has been on the way since"),
    "de": ("Ada Moreno ruft um Hilfe.", "Niemand hat gesagt, dass Hilfe unterwegs ist.", "Ich bin unterwegs",
           "Vermerkt: Sie sind unterwegs.", "Ein anderer Helfer ist unterwegs, seit"),
    "es": ("Ada Moreno pide ayuda.", "Nadie ha dicho que va en camino.", "Voy en camino",
           "Anotado: usted va en camino.", "Otro ayudante va en camino desde"),
}
CALLS, NOBODY, _, TAKEN, OTHER = WORDS["en"]

def expect(holds: object, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)


def inspect(phone: Phone, name: str) -> None:
    """Checks a page in both colour schemes: it fits on the screen, and axe-core finds nothing. Keeps pictures of it."""
    for scheme in ("light", "dark"):
        phone.scheme(scheme)
        phone.picture(f"{name}-{scheme}")
        if phone.has_script:
            found = phone.violations()
            expect(not found, f"axe-core, {name}, {scheme}:\n  " + "\n  ".join(found))
    phone.scheme("light")
    expect(phone.width() <= WIDTH, f"{name} is {phone.width()} pixels wide")


def is_on_screen(phone: Phone, element: str) -> bool:
    """Whether the whole element can be seen without scrolling."""
    box = phone.driver.find_element("css selector", element).rect
    return box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT
