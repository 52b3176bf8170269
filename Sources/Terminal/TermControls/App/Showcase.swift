import Foundation
package import TermUI

/// The pages of a catalogue of views. The list of pages has sections, and can be searched. Each page has its title and
/// its code. On a wide screen, the code is beside the page. Otherwise, it is behind the page.
package struct Showcase: View {
    /// A page of the catalogue.
    package struct Page: Identifiable {
        package let id: String
        let section: String
        let view: () -> AnyView
        /// A closure that returns the source of the page. It returns nil if this machine does not have the source.
        let code: () -> String?

        package init(
            _ id: String, section: String = "", view: @escaping () -> AnyView, code: @escaping () -> String?
        ) { (self.id, self.section, self.view, self.code) = (id, section, view, code) }
    }

    private let title: String
    private let pages: [Page]

    @State private var text = ""
    @Environment(\.exit) private var exit

    package init(_ title: String, _ pages: [Page]) { (self.title, self.pages) = (title, pages) }

    package var body: some View {
        let quit = KeyBinding("q", "q", "quit") { [exit] in exit(0) }
        VStack(alignment: .leading, spacing: 0) {
            NavigationStack {
                List {
                    if shown.isEmpty { Text("No page contains this word.") }
                    ForEach(sections, id: \.self) { section in
                        if section.isEmpty { links(in: section) } else { Section(section) { links(in: section) } }
                    }
                }
                .searchable(text: $text, prompt: Text("Search the pages"))
                .navigationTitle(title)
            }
            KeyHints([quit])
        }
        .keyBindings([quit])
    }

    /// The pages whose titles contain the word. If no title contains the word, these are the pages whose code contains
    /// it.
    private var shown: [Page] {
        guard !text.isEmpty else { return pages }
        let titled = pages.filter { "\($0.id) \($0.section)".localizedCaseInsensitiveContains(text) }
        return titled.isEmpty ? pages.filter { $0.code()?.localizedCaseInsensitiveContains(text) == true } : titled
    }

    private var sections: [String] {
        var seen: Set<String> = []
        return shown.map(\.section).filter { seen.insert($0).inserted }
    }

    private func links(in section: String) -> some View {
        ForEach(shown.filter { $0.section == section }) { page in
            NavigationLink(page.id) { ShowcasePage(page: page, code: page.code()).navigationTitle(page.id) }
        }
    }
}

/// A page with its code.
private struct ShowcasePage: View {
    let page: Showcase.Page
    let code: String?

    @State private var isCode = false

    /// The number of columns for which a page is made. The code beside the page needs more columns.
    private static let columns = 80
    private static let fewest = 40

    var body: some View {
        GeometryReader { proxy in
            let isWide = code != nil && proxy.cells.width > Self.columns + Self.fewest
            let toggle = KeyBinding("c", "c", isCode ? "picture" : "code") { isCode.toggle() }
            VStack(alignment: .leading, spacing: 0) {
                HStack(alignment: .top, spacing: 0) {
                    if isWide || !isCode {
                        page.view().frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
                    }
                    if isWide || isCode {
                        source.frame(columns: isWide ? proxy.cells.width - Self.columns - 1 : proxy.cells.width)
                    }
                }
                if !isWide, code != nil { KeyHints([toggle]) }
            }
            .keyBindings(isWide || code == nil ? [] : [toggle])
        }
    }

    private var source: some View {
        ScrollView([.horizontal, .vertical]) {
            Text(verbatim: code ?? "").fixedSize()
        }
        .frame(maxHeight: .infinity, alignment: .topLeading)
    }
}

/// Finds the source of types. It is for catalogues that run in a checkout.
package enum ShownSource {
    /// Searches the Swift files beside `file` for the declaration of a type. Returns it with the comments before it, or
    /// returns nil if no file contains it.
    package static func declaration(of type: String, beside file: String) -> String? {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names.sorted() where name.hasSuffix(".swift") {
            guard let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8),
                let found = declaration(of: type, in: text)
            else { continue }
            return found
        }
        return nil
    }

    static func declaration(of type: String, in text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let isDeclared = { (line: Substring) in
            guard line.first?.isLetter == true else { return false }
            let words = line.split { " :<{".contains($0) }
            return zip(words, words.dropFirst()).contains { $0 == "struct" && $1 == type }
        }
        guard let place = lines.firstIndex(where: isDeclared) else { return nil }
        let first = lines[..<place].lastIndex { !$0.hasPrefix("//") }.map { $0 + 1 } ?? 0
        let last = lines[place...].firstIndex { $0 == "}" } ?? lines.count - 1
        return lines[first...last].joined(separator: "\n")
    }
}
