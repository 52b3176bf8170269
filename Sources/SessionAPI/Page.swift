package import SeamModel
package import Wire

/// A value that lists answer: it knows the member that holds its kind.
package protocol Listed: JSONCodable, Hashable {
    /// `credentials`, `attempts` …
    static var plural: String { get }
}

extension Credential: Listed { package static let plural = "credentials" }
extension Attempt: Listed { package static let plural = "attempts" }
extension Binding: Listed { package static let plural = "bindings" }
extension SessionStatus: Listed { package static let plural = "sessions" }
extension ProviderDescription: Listed { package static let plural = "providers" }

/// A part of a list.
package struct Page<Element: Listed>: JSONCodable, Hashable {
    package var elements: [Element]
    /// What to ask for the next page with; nil on the last one.
    package var nextPageToken: String?

    package init(_ elements: [Element], nextPageToken: String? = nil) {
        self.elements = elements
        self.nextPageToken = nextPageToken
    }

    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        elements = try fields.values(Element.plural, count: 0...200)
        nextPageToken = try fields.optionalString("next_page_token", bytes: 1...256)
    }

    package var json: JSON {
        .members(
            (Element.plural, .array(elements.map(\.json))),
            ("next_page_token", nextPageToken.map(JSON.string))
        )
    }
}
