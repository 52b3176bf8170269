/// The files of an installed LifeSignal.
extension WebFile {
    static let phoneScript = WebFile("phone", "js", type: "text/javascript; charset=utf-8", phoneScriptText)
    static let icon = WebFile("icon", "svg", type: "image/svg+xml", iconText)
    static let manifest = WebFile("app", "webmanifest", type: "application/manifest+json", manifestText)

    /// The service worker. Browsers compare it with the one that they have, so its path stays the same.
    static let worker: WebFile = {
        var file = WebFile("worker", "js", type: "text/javascript; charset=utf-8", workerText)
        (file.path, file.isLasting) = ("/worker.js", false)
        return file
    }()

    private static let iconText = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="#0b4fa0"/>\
        <path d="M96 272h72l40-96 64 192 48-136 24 40h72" fill="none" stroke="#fff" stroke-width="32" \
        stroke-linecap="round" stroke-linejoin="round"/></svg>

        """

    private static let manifestText = """
        {"name": "LifeSignal", "short_name": "LifeSignal", "id": "/", "start_url": "/", "scope": "/",
        "display": "standalone", "background_color": "#ffffff", "theme_color": "#0b4fa0",
        "icons": [{"src": "\(icon.path)", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        {"src": "\(icon.path)", "type": "image/svg+xml", "sizes": "any", "purpose": "maskable"}]}

        """

    /// Says that nothing was sent when a button is pressed without a connection, and loads a page again that was out of
    /// sight for long. Asks the browser for an address for notifications once somebody presses the button for that, and
    /// gives the address up when they sign out. It is written for browsers of ten years ago.
    private static let phoneScriptText = """
        (function () {
          "use strict";
          var unsent = document.getElementById("unsent"), back = document.getElementById("back");
          var born = Date.now(), isTyping = false, language = document.documentElement.lang;
          var push = document.getElementById("push"), workers = navigator.serviceWorker, own;
          function show(shown, other) { other.hidden = true; shown.hidden = false; shown.scrollIntoView(); }
          function typed() { isTyping = true; }
          document.addEventListener("input", typed);
          document.addEventListener("change", typed);
          function subscribe(worker) {
            var options = { userVisibleOnly: true, applicationServerKey: push.getAttribute("data-key") };
            return worker.pushManager.subscribe(options).catch(function (failure) {
              if (!own) { throw failure; }
              return own.unsubscribe().then(function () { return worker.pushManager.subscribe(options); });
            });
          }
          if (workers) {
            workers.register("/worker.js?lang=" + language).catch(function () {});
          }
          if (workers && window.PushManager && window.Notification) {
            workers.ready.then(function (worker) { return worker.pushManager.getSubscription(); }).then(
              function (found) { own = found; });
            workers.addEventListener("message", function (event) {
              var field = document.getElementById("code"), code = /[0-9]{6}/.exec(event.data);
              if (field && code) { field.value = code[0]; typed(); }
            });
            if (push) { push.hidden = false; }
          }
          if (push) {
            push.addEventListener("submit", function (event) {
              if (push.address.value || navigator.onLine === false) { return; }
              event.preventDefault();
              workers.ready.then(subscribe).then(function (made) {
                var keys = made.toJSON().keys;
                push.address.value = [made.endpoint, keys.p256dh, keys.auth].join(" ");
                push.querySelector("button").click();
              }).catch(function () { document.getElementById("refused").hidden = false; });
            });
          }
          document.addEventListener("submit", function (event) {
            if (navigator.onLine !== false) {
              if (own && event.target.sure && event.target.querySelector("[value=sign_out]")) { own.unsubscribe(); }
              return;
            }
            event.preventDefault();
            show(unsent, back);
          });
          window.addEventListener("online", function () { if (!unsent.hidden) { show(back, unsent); } });
          document.addEventListener("visibilitychange", function () {
            if (document.hidden || isTyping || Date.now() - born < 30000 || navigator.onLine === false) { return; }
            location.replace(location.pathname + location.search);
          });
        }());

        """

    /// Keeps the page that says that there is no connection, and shows it instead of a page that cannot be loaded. It
    /// keeps nothing of a person. It leaves forms alone, so it never sends one later, and the browser itself says from
    /// which site each form comes. It shows messages that come while LifeSignal is closed, and passes a code on to the
    /// page that waits for it.
    private static let workerText = """
        "use strict";
        var files = ["/offline" + self.location.search, "\(style.path)"];
        var name = files.join(" ");
        self.addEventListener("install", function (event) {
          self.skipWaiting();
          event.waitUntil(caches.open(name).then(function (cache) { return cache.addAll(files); }));
        });
        self.addEventListener("activate", function (event) {
          event.waitUntil(caches.keys().then(function (names) {
            return Promise.all(names.map(function (other) { return other === name || caches.delete(other); }));
          }));
        });
        self.addEventListener("fetch", function (event) {
          var request = event.request, path = new URL(request.url).pathname;
          if (request.method !== "GET") { return; }
          if (path === files[1]) {
            event.respondWith(caches.match(files[1]).then(function (kept) { return kept || fetch(request); }));
          } else if (request.mode === "navigate" && !/^\\/[ap](\\/|$)/.test(path)) {
            event.respondWith(fetch(request).catch(function () { return caches.match(files[0]); }));
          }
        });
        self.addEventListener("push", function (event) {
          var told = event.data.json(), isCode = told.kind === "code";
          event.waitUntil(self.registration.showNotification(told.title, {
            body: told.text, lang: told.language, tag: told.tag, renotify: true, requireInteraction: told.urgent,
            data: told.link || (isCode ? "/devices" : "/")
          }).then(function () { return self.clients.matchAll({ includeUncontrolled: true }); }).then(function (pages) {
            if (isCode) { pages.forEach(function (page) { page.postMessage(told.text); }); }
          }));
        });
        self.addEventListener("notificationclick", function (event) {
          event.notification.close();
          event.waitUntil(self.clients.openWindow(event.notification.data));
        });

        """
}
