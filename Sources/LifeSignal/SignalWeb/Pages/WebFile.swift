import Crypto

/// A file of the pages. The path of each but one contains its hash, so browsers may keep it for ever.
struct WebFile: Sendable {
    var path: String
    let type: String
    let bytes: [UInt8]
    /// Whether the path changes with the contents.
    var isLasting = true

    init(_ name: String, _ ending: String, type: String, _ text: String) {
        bytes = Array(text.utf8)
        let hash = SHA256.hash(data: bytes).prefix(8).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        path = "/\(name).\(hash.joined()).\(ending)"
        self.type = type
    }

    static let style = WebFile("page", "css", type: "text/css; charset=utf-8", styleText)
    static let script = WebFile("live", "js", type: "text/javascript; charset=utf-8", scriptText)
    static let all = [style, script, phoneScript, manifest, icon, worker]

    /// Colours have a contrast of at least 7:1 to their background, and buttons a height of at least 48 pixels.
    private static let styleText = """
        :root { color-scheme: light dark; --back: #fff; --text: #1a1a1a; --main: #0b4fa0; --on: #fff; --edge: #595959;
          --bad: #8f0f0f; --good: #0d5a2b }
        @media (prefers-color-scheme: dark) { :root { --back: #121212; --text: #f2f2f2; --main: #a9cdff; --on: #0b1a2e;
          --edge: #b3b3b3; --bad: #ffb4ab; --good: #9be7b4 } }
        * { box-sizing: border-box }
        body { margin: 0; padding: 1rem; background: #fff; background: var(--back); color: #1a1a1a; color: var(--text);
          font: 1.125rem/1.5 system-ui, -apple-system, Roboto, sans-serif; overflow-wrap: break-word;
          word-wrap: break-word }
        main, footer { max-width: 40rem; margin: 0 auto }
        h1 { font-size: 1.6rem; line-height: 1.25; margin: 1rem 0 .75rem }
        h2 { font-size: 1.125rem; margin: 1.25rem 0 .25rem }
        p { margin: 0 0 .75rem }
        #state { font-weight: bold }
        button, .button { display: block; width: 100%; min-height: 3.5rem; margin: 0 0 .75rem; padding: .75rem 1rem;
          border: 2px solid #595959; border-color: var(--edge); border-radius: .5rem; background: transparent;
          color: inherit; font: inherit; text-align: center; text-decoration: none; cursor: pointer }
        button.main { background: #0b4fa0; background: var(--main); border-color: #0b4fa0; border-color: var(--main);
          color: #fff; color: var(--on); font-weight: bold; min-height: 4.5rem }
        button:focus, .button:focus, input:focus, select:focus, textarea:focus, summary:focus, nav a:focus {
          outline: 3px solid #1a1a1a; outline-color: var(--text);
          outline-offset: 3px }
        ul { padding: 0 0 0 1.25rem; margin: 0 0 .75rem }
        button.danger { border: 3px solid #8f0f0f; border-color: var(--bad); color: #8f0f0f; color: var(--bad);
          font-weight: bold }
        label { display: block; margin: 0 0 .25rem }
        input, select, textarea { display: block; width: 100%; min-height: 3.5rem; margin: 0 0 .75rem;
          padding: .5rem .75rem; border: 2px solid #595959; border-color: var(--edge); border-radius: .5rem;
          background: #fff; background: var(--back); color: inherit; font: inherit }
        summary, .check { min-height: 3rem; margin: 0 0 .5rem; padding: .6rem 0 }
        .check input { display: inline-block; width: 1.5rem; height: 1.5rem; min-height: 0; margin: 0 .5rem 0 0;
          vertical-align: middle }
        svg.code { display: block; width: 100%; max-width: 20rem; margin: 0 0 .75rem }
        .late { color: #8f0f0f; color: var(--bad) }
        .alarm { border: 3px solid #8f0f0f; border-color: var(--bad); border-radius: .5rem; padding: .75rem;
          margin: 0 0 .75rem }
        .note { white-space: pre-wrap; border-left: 4px solid currentColor; padding-left: .75rem }
        .warning, .recorded { border: 3px solid; border-radius: .5rem; padding: .75rem; font-weight: bold }
        .warning { color: #8f0f0f; color: var(--bad) }
        .recorded { color: #0d5a2b; color: var(--good) }
        footer { margin-top: 2rem; border-top: 1px solid #595959; padding-top: .75rem; font-size: 1rem }
        nav a { display: inline-block; min-height: 3rem; min-width: 3rem; padding: .6rem 1rem .6rem 0; color: inherit }
        nav a[aria-current] { font-weight: bold; text-decoration: none }
        [hidden] { display: none }

        """

    /// Replaces the parts of an alarm's page that have changed, and says so when there is no connection. Loads a page
    /// without an alarm again when there is something else to show. It is written for browsers of ten years ago.
    private static let scriptText = """
        (function () {
          "use strict";
          var live = document.getElementById("live"), stale = document.getElementById("stale");
          var address = location.pathname + "/events" + "?lang=" + document.documentElement.lang;
          function load() { location.replace(location.pathname + location.search); }
          function wait() { setTimeout(look, 15000); }
          function look() {
            var request = new XMLHttpRequest();
            request.open("GET", location.pathname + location.search);
            request.onload = function () {
              if (request.status === 429 || request.status === 503) { wait(); } else { load(); }
            };
            request.onerror = wait;
            request.send();
          }
          if (!live) { wait(); return; }
          if (!window.EventSource) { setTimeout(load, 15000); return; }
          function show(html) {
            var fresh = document.createElement("div"), parts, old, i;
            fresh.innerHTML = html;
            parts = fresh.children;
            for (i = 0; i < parts.length; i += 1) {
              old = document.getElementById(parts[i].id);
              if (old && old.innerHTML !== parts[i].innerHTML) { old.innerHTML = parts[i].innerHTML; }
            }
          }
          function follow() {
            var events = new EventSource(address);
            events.onmessage = function (event) { stale.hidden = true; show(event.data); };
            events.onerror = function () {
              stale.hidden = false;
              if (events.readyState !== 2) { return; }
              setTimeout(function () { if (navigator.onLine === false) { follow(); } else { load(); } }, 10000);
            };
          }
          follow();
        }());

        """
}
