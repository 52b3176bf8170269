"""A phone: Chromium without a window, 360 x 640, and axe-core's rules for everything that it shows."""

import base64
import json
import os
import pathlib
import signal
import urllib.request

import websocket
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.webelement import WebElement

import axe_playwright_python
from bench import PATIENCE, ROOT, await_true

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
PICTURES = ROOT / ".build/browser"
WIDTH, HEIGHT = 360, 640

#: Rules that axe-core leaves out unless they are asked for: the sizes of buttons (WCAG 2.2 AA), and contrast of 7:1.
MORE_RULES = {"target-size": {"enabled": True}, "color-contrast-enhanced": {"enabled": True}}
RUN_AXE = """
    const done = arguments[arguments.length - 1];
    axe.run(document, {rules: arguments[0], resultTypes: ["violations"]}).then(
        found => done({violations: found.violations}), failure => done({failure: String(failure)}));
    """


class Phone:
    """A browser with a profile of its own. To be used in a `with`, which ends it."""

    def __init__(self, language: str = "en", has_script: bool = True, letters: int = 16) -> None:
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        # Chromium refuses to sandbox its processes for root, who runs the lanes. It sees only pages of this test.
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--accept-lang={language}"):
            options.add_argument(argument)
        options.add_experimental_option("mobileEmulation", {
            "deviceMetrics": {"width": WIDTH, "height": HEIGHT, "pixelRatio": 2.0, "touch": True}})
        options.add_experimental_option("prefs", {
            "intl.accept_languages": language, "webkit.webprefs.default_font_size": letters,
            "profile.default_content_setting_values.javascript": 1 if has_script else 2})
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.has_script = has_script
        self.service = Service("/usr/bin/chromedriver", popen_kw={"start_new_session": True})
        self.driver = webdriver.Chrome(options=options, service=self.service)
        self.driver.command_executor.client_config.timeout = 30
        self.driver.set_page_load_timeout(20)

    def __enter__(self) -> "Phone":
        return self

    def __exit__(self, *_) -> None:
        # A driver may wait for ever for a page that loads itself again. Its browser is in the same group of processes.
        try:
            os.killpg(self.service.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.service.process.wait(30)

    def open(self, link: str) -> None:
        self.driver.get(link)

    def text(self, element: str = "body") -> str:
        """What can be read, also while the page is being replaced."""
        try:
            return self.driver.find_element(By.CSS_SELECTOR, element).text
        except (NoSuchElementException, StaleElementReferenceException):
            return ""
        except WebDriverException as failure:
            if "does not belong to the document" in str(failure.msg):
                return ""
            raise

    def press(self, element: str) -> None:
        """Presses a button or a link, and waits until there is another page."""
        old = self.driver.find_element(By.TAG_NAME, "html")
        if self.has_script:
            self.driver.find_element(By.CSS_SELECTOR, element).click()
        else:
            self._touch(element)
        await_true("another page", lambda: self._is_replaced(old))

    def _is_replaced(self, page: WebElement) -> bool:
        try:
            page.is_enabled()
            return False
        except StaleElementReferenceException:
            return True
        except WebDriverException as failure:
            if "does not belong to the document" in str(failure.msg):
                return True
            raise

    def _touch(self, element: str) -> None:
        # The driver's own click waits for a script of the page for ever.
        command = self.driver.execute_cdp_cmd
        root = command("DOM.getDocument", {})["root"]["nodeId"]
        node = {"nodeId": command("DOM.querySelector", {"nodeId": root, "selector": element})["nodeId"]}
        command("DOM.scrollIntoViewIfNeeded", node)
        corners = command("DOM.getContentQuads", node)["quads"][0]
        place = {"x": sum(corners[0::2]) / 4, "y": sum(corners[1::2]) / 4}
        for kind in ("mousePressed", "mouseReleased"):
            command("Input.dispatchMouseEvent", {"type": kind, "button": "left", "clickCount": 1, **place})

    def await_text(self, words: str, patience: float = 30) -> None:
        """Waits until the page says something."""
        try:
            await_true(f"{words!r} on the page", lambda: words in self.text(), patience)
        except AssertionError as failure:
            raise AssertionError(f"{failure}; it says:\n{self.text()}") from None

    def await_title(self, title: str) -> None:
        """Waits until the page has a title."""
        await_true(f"the title {title!r}", lambda: self.driver.title == title)

    def has(self, element: str) -> bool:
        """Whether the page has such an element."""
        return bool(self.driver.find_elements(By.CSS_SELECTOR, element))

    def picture(self, name: str) -> None:
        """Saves the whole page, including what is below the screen's edge."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        size = self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        taken = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": WIDTH, "height": max(size["height"], HEIGHT), "scale": 1}})
        (PICTURES / f"{name}.png").write_bytes(base64.b64decode(taken["data"]))

    def scheme(self, name: str) -> None:
        """Chooses `light` or `dark`."""
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def width(self) -> int:
        """How wide the contents are."""
        return int(self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]["width"])

    def violations(self) -> list[str]:
        """The rules of axe-core that the page breaks, each with the place."""
        found = self.driver.execute_async_script(AXE + RUN_AXE, MORE_RULES)
        if "failure" in found:
            raise AssertionError(f"axe-core: {found['failure']}")
        return [
            f"{rule['id']} ({rule['help']}): {place['html'][:150]}: {place['failureSummary']}"
            for rule in found["violations"] for place in rule["nodes"]]

    def play_push(self, origin: str, address: str) -> None:
        """Allows notifications, and gives the page this address when it asks the browser for one. The browser's own
        push service is on the internet."""
        endpoint, key, secret = address.split()
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"origin": origin, "permissions": ["notifications"]})
        keys = json.dumps({"keys": {"p256dh": key, "auth": secret}})
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"""
            PushManager.prototype.subscribe = function () {{
                var made = {{endpoint: {json.dumps(endpoint)}, toJSON: function () {{ return {keys}; }}}};
                // As a browser does, it answers only when the page has gone on.
                return new Promise(function (done) {{ setTimeout(done, 10, made); }});
            }};"""})

    def deliver(self, origin: str, message: dict) -> None:
        """Gives the service worker a message, as the browser does that has decrypted it."""
        tools = self.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{tools}/json", timeout=PATIENCE) as answer:
            page = next(target for target in json.load(answer) if target["type"] == "page")
        line = websocket.create_connection(page["webSocketDebuggerUrl"], suppress_origin=True, timeout=PATIENCE)
        try:
            line.send(json.dumps({"id": 1, "method": "ServiceWorker.enable"}))
            worker = None
            while worker is None:
                said = json.loads(line.recv())
                workers = said.get("params", {}).get("registrations", [])
                worker = next((one["registrationId"] for one in workers if one["scopeURL"] == f"{origin}/"), None)
            line.send(json.dumps({"id": 2, "method": "ServiceWorker.deliverPushMessage", "params": {
                "origin": f"{origin}/", "registrationId": worker, "data": json.dumps(message)}}))
            while (said := json.loads(line.recv())).get("id") != 2:
                pass
            if "error" in said:
                raise AssertionError(f"no push: {said['error']}")
        finally:
            line.close()

    def notifications(self) -> list[dict]:
        """The notifications that the phone shows."""
        return self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            navigator.serviceWorker.ready.then(worker => worker.getNotifications()).then(shown => done(
                shown.map(({title, body, tag, data, lang}) => ({title, body, tag, data, lang}))));""")

    def messages(self) -> list[dict]:
        """What the browser has said about its network since the last time."""
        return [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]

    def complaints(self) -> list[str]:
        """What the browser's console says since the last time."""
        return [entry["message"] for entry in self.driver.get_log("browser")]
