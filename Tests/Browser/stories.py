"""What happens between an alarm's message and its end, as people with phones see it."""

import re
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from bench import Bench, await_true
from looks import CALLS, NOBODY, OTHER, TAKEN, WORDS, expect, inspect, is_on_screen
from phone import Phone

#: The goal for everything that a first visit loads, in bytes.
FIRST_VISIT = 30 * 1024
#: The goal for the time from a press to the other page, at the 50th percentile, in milliseconds. The lane's machine
#: also runs both browsers.
CHANGE = 250
#: How long a page without a script may take to load itself again, in seconds.
RELOAD = 25


def languages(bench: Bench) -> None:
    """The page says the same in three languages, with and without a script, and fits, also with letters twice as
    large."""
    links = bench.alarm()
    for language, (calls, nobody, button, _, _) in WORDS.items():
        for has_script in (True, False):
            with Phone(language, has_script) as phone:
                phone.open(links["ben"])
                for words in (calls, nobody, button, "+4915112345678"):
                    phone.await_text(words)
                expect(is_on_screen(phone, "#on_my_way"), f"{language}: the button is not on the first screen")
                inspect(phone, f"alarm-{language}{'' if has_script else '-no-script'}")
        with Phone(language, letters=32) as phone:
            phone.open(links["ben"])
            phone.await_text(button)
            inspect(phone, f"alarm-{language}-large")


def live(bench: Bench) -> None:
    """A press on one phone changes the page on the other, which is not loaded again."""
    links = bench.alarm()
    with Phone() as ben, Phone() as cleo:
        visit(ben, bench, links["ben"])
        cleo.open(links["cleo"])
        cleo.await_text(NOBODY)
        times = [press_and_watch(ben, cleo) for _ in range(20)]
        inspect(ben, "mine")
        inspect(cleo, "another")
        cleo.press("#cannot")
        cleo.await_text("Recorded: you cannot come.")
        inspect(cleo, "declined")
        taken = sorted(times)
        print(f"live: from the press to the other page: p50 {taken[9]:.0f} ms, worst {taken[-1]:.0f} ms, all {times}")
        expect(taken[9] <= CHANGE, f"p50 is {taken[9]} ms")


def visit(phone: Phone, bench: Bench, link: str) -> None:
    """A first visit, and what it loads."""
    phone.messages()
    phone.open(link)
    phone.await_text(NOBODY)
    urls: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def is_followed() -> bool:
        for message in phone.messages():
            (method, params) = (message["method"], message["params"])
            request = params.get("requestId")
            if method == "Network.requestWillBeSent":
                urls[request] = params["request"]["url"]
            elif method == "Network.responseReceived":
                sizes[request] = sizes.get(request, 0) + params["response"]["encodedDataLength"]
            elif method == "Network.dataReceived":
                sizes[request] = sizes.get(request, 0) + (params["encodedDataLength"] or params["dataLength"])
            elif method == "Network.loadingFinished":
                sizes[request] = params["encodedDataLength"]
        return any(url.split("?")[0].endswith("/events") and sizes.get(name, 0) > 1000 for name, url in urls.items())

    await_true("the stream of events", is_followed)
    names = {name: re.sub("/a/[^/?]+", "/a/…", url.removeprefix(bench.url)) for name, url in urls.items()}
    listed = ", ".join(f"{names[name]} {sizes.get(name, 0)}" for name in urls)
    print(f"live: a first visit: {len(urls)} requests, {sum(sizes.values())} bytes; goal {FIRST_VISIT} bytes: {listed}")
    strange = [url for url in urls.values() if not url.startswith(bench.url)]
    expect(not strange, f"the page loads {strange}")
    expect(sum(sizes.values()) <= FIRST_VISIT, "a first visit loads too much")
    complaints = phone.complaints()
    expect(not complaints, f"the browser complains: {complaints}")


def press_and_watch(ben: Phone, cleo: Phone) -> int:
    """Ben presses "I am on my way", and takes it back. Returns how many milliseconds Cleo's page took to change."""
    cleo.driver.execute_script("""
        window.wasLoaded = true;
        window.changedAt = 0;
        new MutationObserver(function (_, observer) {
            if (document.getElementById("state").textContent.indexOf(this.words) < 0) return;
            window.changedAt = Date.now();
            observer.disconnect();
        }.bind({words: arguments[0]})).observe(document.getElementById("live"), {childList: true, subtree: true});
        """, OTHER)
    ben.driver.execute_script("""
        document.addEventListener("submit", function () { sessionStorage.setItem("pressedAt", Date.now()); }, true);
        """)
    ben.press("#on_my_way")
    ben.await_text(TAKEN)
    changed = await_true("the other page changes", lambda: cleo.driver.execute_script("return window.changedAt"))
    expect(cleo.driver.execute_script("return window.wasLoaded"), "the page was loaded again")
    pressed = int(ben.driver.execute_script("return sessionStorage.getItem('pressedAt')"))
    ben.press("#cannot")
    ben.await_text("Recorded: you cannot come.")
    cleo.await_text(NOBODY)
    return changed - pressed


def ending(bench: Bench) -> None:
    """The second press ends the alarm, and the other page says how, without being loaded again."""
    links = bench.alarm()
    with Phone() as ben, Phone() as cleo:
        cleo.open(links["cleo"])
        cleo.await_text(NOBODY)
        ben.open(links["ben"])
        ben.press("#all_right")
        ben.await_text("Is Ada Moreno all right?")
        inspect(ben, "question")
        ben.press("a.button")
        ben.await_text(NOBODY)
        ben.press("#all_right")
        ben.await_text("Yes, end the alarm")
        ben.press("button.main")
        ben.await_text("Recorded: they are all right.")
        inspect(ben, "ended-by-me")
        cleo.await_text("A responder says that Ada Moreno is well.")
        expect(CALLS not in cleo.text() and not cleo.has("button"), "a page of an alarm that is over has buttons")
        inspect(cleo, "ended")
        cleo.open(f"{links['cleo'][:-3]}AAA")
        cleo.await_text("This link is not valid")
        inspect(cleo, "unknown")


def late(bench: Bench) -> None:
    """Somebody presses after another responder, and the page says that it was too late."""
    links = bench.alarm()
    with Phone() as ben, Phone(has_script=False) as cleo:
        cleo.open(links["cleo"])
        ben.open(links["ben"])
        ben.press("#on_my_way")
        ben.await_text(TAKEN)
        cleo.press("#on_my_way")
        cleo.await_text("This was not recorded, because somebody else is already on the way.")
        inspect(cleo, "late-no-script")
        cleo.driver.back()


def no_script(bench: Bench) -> None:
    """Without a script, a page loads itself again, shows what another has answered, and sends no answer twice."""
    links = bench.alarm()
    with Phone(has_script=False) as ben, Phone(has_script=False) as cleo:
        cleo.open(links["cleo"])
        cleo.await_text(NOBODY)
        ben.open(links["ben"])
        before = bench.answers()
        ben.press("#on_my_way")
        ben.await_text(TAKEN)
        begun = time.monotonic()
        cleo.await_text(OTHER, RELOAD)
        print(f"no_script: the other page has loaded itself again after {time.monotonic() - begun:.1f} s")
        await_true("Ben's page loads itself again", lambda: TAKEN not in ben.text(), RELOAD)
        ben.await_text("You have been on the way since")
        expect(bench.answers() == before + 1, "loading the page again has sent the answer again")
        ben.press("#all_right")
        ben.await_text("Is Ada Moreno all right?")
        ben.press("button.main")
        ben.await_text("Recorded: they are all right.")
        cleo.await_text("A responder says that Ada Moreno is well.", RELOAD)
        inspect(cleo, "ended-no-script")


def keyboard(bench: Bench) -> None:
    """Tab reaches the telephone number and then the button, and Enter presses it."""
    links = bench.alarm()
    with Phone() as ben:
        ben.open(links["ben"])
        ben.await_text(NOBODY)
        reached = []
        while "on_my_way" not in reached:
            expect(len(reached) < 10, f"Tab reaches only {reached}")
            ActionChains(ben.driver).send_keys(Keys.TAB).perform()
            reached.append(ben.driver.switch_to.active_element.get_attribute("id"))
        expect(reached == ["phone", "on_my_way"], f"Tab reaches {reached}")
        ben.picture("focus")
        button = ben.driver.switch_to.active_element
        expect(button.value_of_css_property("outline-style") == "solid", "the focus has no outline")
        # The outline is beside the button, on the page's own background.
        colours = [
            ben.driver.find_element("tag name", "body").value_of_css_property(name)
            for name in ("color", "background-color")]
        outline = button.value_of_css_property("outline-color")
        expect(outline == colours[0] != colours[1], f"the focus is {outline} on {colours[1]}")
        ActionChains(ben.driver).send_keys(Keys.ENTER).perform()
        ben.await_text(TAKEN)


def mail(bench: Bench) -> None:
    """From a call for help to a mail that msmtp has sent, its link, the answer, and the other's page."""
    bench.add_address("ben", "mail", "ben@example.org")
    seen = (len(bench.texts()), len(bench.mails))
    with Phone() as ben, Phone() as cleo:
        begun = time.monotonic()
        bench.signal("sos")
        file = bench.home / "mail.html"
        # Programs for mail show a mail as wide as the screen.
        file.write_text('<meta name="viewport" content="width=device-width">' + bench.mail_page(seen[1]))
        mailed = time.monotonic() - begun
        cleo.open(bench.links(seen[0])["cleo"])
        cleo.await_text(NOBODY)
        ben.open(file.as_uri())
        ben.picture("mail")
        begun = time.monotonic()
        ben.press("a")
        ben.await_text(NOBODY)
        ben.press("#on_my_way")
        ben.await_text(TAKEN)
        cleo.await_text(OTHER)
        pressed = time.monotonic() - begun
    print(f"mail: {mailed:.2f} s from the call for help to the mail, {pressed:.2f} s from its link to the other page")


def away(bench: Bench) -> None:
    """Without a connection, an open page says so, and comes back; without LifeSignal's daemon, so does a new one."""
    links = bench.alarm()
    stale = "There is no connection, so this page may be out of date."
    with Phone() as ben, Phone() as cleo:
        ben.open(links["ben"])
        ben.await_text(NOBODY)
        expect(stale not in ben.text(), "a page with a connection warns that there is no connection")
        bench.stop("lifesignal-web")
        ben.await_text(stale)
        inspect(ben, "stale")
        bench.start("lifesignal-web")
        await_true("the page is connected again", lambda: stale not in ben.text())
        cleo.open(links["cleo"])
        bench.stop("lifesignald")
        cleo.press("#on_my_way")
        cleo.await_text("Your answer may not have been recorded.")
        inspect(cleo, "uncertain")
        cleo.open(links["cleo"])
        cleo.await_text("LifeSignal cannot be reached at the moment")
        inspect(cleo, "away")
        bench.start("lifesignald")
        cleo.await_text(NOBODY)
        ben.await_text(NOBODY)
        await_true("the page is connected again", lambda: stale not in ben.text())


def unwatched(bench: Bench) -> None:
    """When the daemon does not get to its deadlines, the page says so, until it does again."""
    links = bench.alarm()
    warning = "LifeSignal is not watching at the moment, and alerts nobody."
    with Phone() as ben:
        bench.watch.clear()
        try:
            def is_warned() -> bool:
                ben.open(links["ben"])
                return warning in ben.text()

            await_true("the page warns", is_warned)
            inspect(ben, "unwatched")
        finally:
            bench.watch.set()

        def is_well() -> bool:
            ben.open(links["ben"])
            return NOBODY in ben.text() and warning not in ben.text()

        await_true("the page no longer warns", is_well)
