import SeamWords

/// The frame of every page.
///
/// A page contains neither its own address nor its token: its links and forms are relative to the address from which it
/// was loaded.
struct WebPage: Sendable {
    /// When a browser without a script loads the page again. With the script, a page is replaced only when there is
    /// something else to show, so that nobody is interrupted while they read it.
    enum Reload: Sendable {
        case never
        case withoutScript
    }

    let title: SeamText
    let language: SeamLanguage
    var reload = Reload.never
    /// Whether it is a page of a person's phone, which can be installed.
    var isPhone = false
    /// The contents between the beginning of the page and its foot.
    let body: HTML

    /// How often a browser without a script loads an alarm's page, in seconds. The markup repeats it.
    static let period = 15

    /// The page's markup.
    var html: HTML {
        """
        <!doctype html>
        <html lang="\(language.code)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        \(Self.referrer)<meta name="robots" content="noindex">
        <meta name="color-scheme" content="light dark">
        <meta name="format-detection" content="telephone=no">
        \(refresh)<title>\(title.said(in: language))</title>
        <link rel="stylesheet" href="\(WebFile.style.path)">
        \(Self.icon)\(phone)\(script)</head>
        <body>
        <main>
        \(body)
        </main>
        <footer>
        <p>\(WebWords.notAService.said(in: language))</p>
        <nav aria-label="\(SeamText("Language").said(in: language))">\(HTML(SeamLanguage.spoken.map(link)))</nav>
        </footer>
        </body>
        </html>

        """
    }

    /// A page with a title and a text.
    static func plain(_ words: WebWords.Plain, _ language: SeamLanguage, reload: Reload = .never) -> WebPage {
        WebPage(
            title: words.title, language: language, reload: reload,
            body: """
                <h1>\(words.title.said(in: language))</h1>
                <p>\(words.text.said(in: language))</p>
                """)
    }

    /// A document with the policy `no-referrer` posts its forms with the origin `null`, which cannot be told from a
    /// stranger's. With this policy, the browser names our origin to us. Other hosts still get no referrer.
    private static let referrer: HTML = """
        <meta name="referrer" content="same-origin">

        """

    private var refresh: HTML {
        switch reload {
        case .never: ""
        case .withoutScript:
            """
            <noscript><meta http-equiv="refresh" content="15"></noscript>

            """
        }
    }

    /// A browser would ask for an icon of its own name otherwise, which does not exist.
    private static let icon: HTML = """
        <link rel="icon" href="\(WebFile.icon.path)" type="image/svg+xml">

        """

    private var phone: HTML {
        guard isPhone else { return "" }
        return """
            <link rel="manifest" href="\(WebFile.manifest.path)">
            <script src="\(WebFile.phoneScript.path)" defer></script>

            """
    }

    private var script: HTML {
        switch reload {
        case .never: ""
        case .withoutScript:
            """
            <script src="\(WebFile.script.path)" defer></script>

            """
        }
    }

    private func link(_ other: SeamLanguage) -> HTML {
        let isCurrent: HTML = other == language ? " aria-current=\"true\"" : ""
        return """
            <a href="?lang=\(other.code)" lang="\(other.code)" hreflang="\(other.code)"\(isCurrent)>\(other.ownName)</a>

            """
    }
}
