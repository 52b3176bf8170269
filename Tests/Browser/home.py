"""A person's own phone: it is added, checks in, calls for help, and answers somebody else's alarm."""

import contextlib
import json
import subprocess
from collections.abc import Iterator

from attackers import Strangers
from bench import Bench, await_true
from looks import CALLS, TAKEN, WORDS, expect, inspect
from phone import Phone


@contextlib.contextmanager
def code(bench: Bench, session: str) -> Iterator[dict]:
    """The code for a new phone, which is valid while its command runs."""
    command = [bench.programs / "seam", "signal", "phone", "add", "--json", "--session", session]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=bench.environment) as shown:
        try:
            yield json.loads(shown.stdout.readline())["data"]
        finally:
            shown.terminate()


def add(bench: Bench, phone: Phone, session: str) -> None:
    """Opens the code's link, as a phone does that has scanned it, and agrees."""
    with code(bench, session) as shown:
        phone.open(shown["url"])
        phone.press("button.main")
        phone.await_text("I am all right")


def home(bench: Bench) -> None:
    """A phone is added by its code or by the letters, checks in, calls for help, takes it back, and signs out."""
    bench.signal("check-in")
    with Phone() as ada, Phone() as ben:
        with code(bench, "ada") as shown:
            ada.open(shown["url"])
            ada.await_text("Add this phone?")
            inspect(ada, "pairing")
            ada.open(f"{shown['site']}/p")
            ada.driver.find_element("id", "letters").send_keys(shown["letters"].lower())
            inspect(ada, "letters")
            ada.press("button.main")
            ada.await_text("I am all right")
            ben.open(shown["url"])
            if ben.has("button.main"):
                ben.press("button.main")
            expect("I am all right" not in ben.text(), "a code works twice")
            inspect(ben, "used-code")
        for language in WORDS:
            ada.open(f"{bench.url}/?lang={language}")
            inspect(ada, f"home-{language}")
        ada.open(f"{bench.url}/?lang=en")
        ada.press("[value=check_in]")
        ada.await_text("Thank you. You have checked in.")
        inspect(ada, "home-checked-in")
        steal(bench, ada)
        ada.open(f"{bench.url}/?lang=en")
        ada.press("[value=help]")
        ada.await_text("Call for help?")
        inspect(ada, "home-question")
        ada.press("button.main")
        ada.await_text("Help is being called.")
        inspect(ada, "home-alarm")
        add(bench, ben, "ben")
        ben.await_text(CALLS)
        inspect(ben, "home-of-a-responder")
        ben.press("[value=on_my_way]")
        ben.await_text(TAKEN)
        inspect(ben, "home-on-my-way")
        ada.open(bench.url)
        ada.await_text("Ben Quux is on the way.")
        ada.press("[value=cancel]")
        ada.await_text("Your call for help has ended.")
        ada.open(bench.url)
        ada.press("[value=sign_out]")
        ada.await_text("Sign out?")
        ada.press("button.main")
        ada.await_text("You are signed out.")
        inspect(ada, "home-signed-out")
        ada.open(bench.url)
        expect("I am all right" not in ada.text(), "the phone is still signed in")


def notifications(bench: Bench) -> None:
    """A phone shows alarms as notifications, once it has shown a code."""
    with Phone() as ben:
        add(bench, ben, "ben")
        ben.play_push(bench.url, bench.browser)
        ben.open(f"{bench.url}/devices?lang=en")
        ben.await_text("Show alarms on this phone")
        inspect(ben, "notifications")
        ben.press("[value=show_alarms]")
        ben.await_text("A notification with a code comes to this phone.")
        inspect(ben, "notifications-code")
        ben.deliver(bench.url, bench.await_pushed("code"))
        field = ben.driver.find_element("id", "code")
        await_true("the code is in its field", lambda: len(field.get_property("value")) == 6)
        ben.press("[value=code]")
        ben.await_text("This phone shows alarms from now on.")
        inspect(ben, "notifications-on")
        link = bench.alarm()["ben"]
        message = bench.await_pushed("alert")
        ben.deliver(bench.url, message)
        shown = await_true("a notification", lambda: [one for one in ben.notifications() if one["data"] == link])
        expect(shown[0]["title"] == message["title"] and "Ada Moreno" in shown[0]["body"], f"it says {shown}")
        bench.end_alarm()
        ben.deliver(bench.url, bench.await_pushed("all_clear"))
        await_true("the end replaces the alarm", lambda: [
            one["title"].startswith("LifeSignal: all clear") for one in ben.notifications()
            if one["tag"] == message["tag"]] == [True])


def people(bench: Bench) -> None:
    """On three phones: a role is asked for and agreed to, somebody is added by an address, and a contact ends."""
    with Phone() as ada, Phone() as ben, Phone() as cleo:
        for phone, name in ((ada, "ada"), (ben, "ben"), (cleo, "cleo")):
            add(bench, phone, name)
        for language in WORDS:
            ada.open(f"{bench.url}/people?lang={language}")
            ada.driver.find_element("css selector", "summary").click()
            inspect(ada, f"people-{language}")
            ada.open(f"{bench.url}/settings?lang={language}")
            inspect(ada, f"settings-{language}")
        ben.open(f"{bench.url}/people?lang=en")
        address = ben.text("b.code")
        ben.driver.find_element("css selector", "summary").click()
        ben.press("details [value=ask]")
        ben.await_text("They are asked whether they agree.")
        ada.open(f"{bench.url}/?lang=en")
        ada.await_text("Ben Quux asks you to look out for them.")
        inspect(ada, "home-asked")
        ada.press("[value=agree]")
        ada.await_text("You have agreed. They are told.")
        cleo.open(f"{address}?lang=en")
        inspect(cleo, "adding")
        cleo.press("[value=find]")
        cleo.await_text("This is the code of Ben")
        inspect(cleo, "adding-question")
        cleo.press("[value=add_person]")
        cleo.await_text("They are asked. Until they agree, nobody is told of anything.")
        ben.open(f"{bench.url}/people?lang=en")
        ben.await_text("Cleo asks you to look out for them.")
        ben.press("[value=decline]")
        ben.await_text("You have not agreed. They are told.")
        ben.driver.find_element("css selector", "summary").click()
        ben.press("details [value=drop]")
        ben.await_text("Then nobody is alerted for you")
        inspect(ben, "ending")
        ben.press("[value=drop]")
        ben.await_text("This has been changed.")


def steal(bench: Bench, ada: Phone) -> None:
    """A stranger's page calls for help in Ada's name, with her cookie, and is refused."""
    form = f'<form method="post" action="{bench.url}/"><input type="hidden" name="sure" value="yes">' \
        '<button name="do" value="help">A prize!</button></form>'
    with Strangers({"/form": form}) as server:
        for host in ("evil.localhost", "127.0.0.1"):
            ada.open(f"http://{host}:{server.port}/form")
            ada.press("button")
            expect("I am all right" not in ada.text(), "a stranger's form is answered")
    alert = json.loads(bench.signal("status", "--json").splitlines()[0]).get("alert")
    expect(not alert, "a stranger's page has called for help")
