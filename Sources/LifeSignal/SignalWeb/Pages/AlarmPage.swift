import SeamWords
import SignalAPI

/// The page of an alarm.
struct AlarmPage: Sendable {
    /// What the page says about the reader's own answer.
    enum Answer: Sendable, Hashable {
        case none
        case recorded(LinkTake.Answer)
        case notRecorded
        /// The answer that ends the alarm was pressed, and is asked about once more.
        case question
    }

    let words: AlarmWords
    let language: SeamLanguage

    /// The whole page.
    func page(_ answer: Answer = .none) -> WebPage {
        switch answer {
        case .question: return WebPage(title: words.title, language: language, body: question)
        case .none, .recorded, .notRecorded: break
        }
        let reload: WebPage.Reload = words.isOver ? .never : .withoutScript
        return WebPage(
            title: words.title, language: language, reload: reload,
            body: """
                \(notice(answer))<p id="stale" class="warning" role="alert" hidden>\(said(WebWords.stale))</p>
                <div id="live">\(live)</div>
                """)
    }

    /// The parts of the page that change. The script replaces each part that differs, and leaves the others alone, so
    /// that a button stays in place while somebody presses it.
    var live: HTML {
        """
        <div id="warning" role="alert">\(words.warning.map(warning) ?? "")</div>
        <h1 id="what" dir="auto">\(said(words.what))</h1>
        <p id="state" role="status">\(said(words.state))</p>
        <div id="call">\(call)</div>
        <div id="answers">\(answers)</div>
        <ul id="facts">\(HTML(words.facts.map { "<li>\(said($0))</li>" }))</ul>
        <div id="note">\(note)</div>
        <p id="advice">\(words.advice.map(said) ?? "")</p>
        """
    }

    private func said(_ text: SeamText) -> String { text.said(in: language) }

    private func warning(_ text: SeamText) -> HTML { "<p class=\"warning\">\(said(text))</p>" }

    private func notice(_ answer: Answer) -> HTML {
        switch answer {
        case .none, .question: ""
        case .recorded(let answer):
            """
            <p class="recorded" role="status">\(said(WebWords.recorded(answer)))</p>

            """
        case .notRecorded:
            """
            <p class="warning" role="alert">\(said(WebWords.notRecorded(words.alarm)))</p>

            """
        }
    }

    private var call: HTML {
        guard let number = words.number else { return "" }
        guard let dialled = words.dialled else { return "<p>\(said(words.call)): <b>\(number)</b></p>" }
        return "<a id=\"phone\" class=\"button\" href=\"tel:\(dialled)\">\(said(words.call)): <b>\(number)</b></a>"
    }

    private var note: HTML {
        guard let note = words.alarm.note, !words.isOver else { return "" }
        let lines = AlarmWords.lines(note)
        return "<h2>\(said(WebWords.note))</h2><p class=\"note\" dir=\"auto\">\(lines)</p>"
    }

    /// The buttons. The first one is the most important answer at this time.
    private var answers: HTML {
        guard !words.isOver else { return "" }
        if let refusal = words.refusal { return "<p>\(said(refusal))</p>" }
        let answers: [LinkTake.Answer] =
            switch AlarmHelper(words.alarm) {
            case nil: words.alarm.hasDeclined ? [.onMyWay, .allRight] : [.onMyWay, .cannot, .allRight]
            case .you: [.allRight, .cannot]
            case .responder, .operator, .somebody: words.alarm.hasDeclined ? [.allRight] : [.allRight, .cannot]
            }
        return "<form method=\"post\">\(HTML(answers.enumerated().map { button($1, isFirst: $0 == 0) }))</form>"
    }

    private func button(_ answer: LinkTake.Answer, isFirst: Bool) -> HTML {
        let rank: HTML = isFirst ? "main" : "other"
        return """
            <button id="\(answer.rawValue)" class="\(rank)" name="answer" value="\(answer.rawValue)">\
            \(said(WebWords.button(answer)))</button>

            """
    }

    private var question: HTML {
        """
        <h1 dir="auto">\(said(WebWords.question(words.name)))</h1>
        <p>\(said(WebWords.condition))</p>
        <form method="post"><input type="hidden" name="sure" value="yes">
        <button class="main" name="answer" value="\(LinkTake.Answer.allRight.rawValue)">\(said(WebWords.yes))</button>
        </form>
        <a class="button" href="?lang=\(language.code)">\(said(WebWords.back))</a>
        """
    }
}
