package import SeamModel
package import Wire

/// An element of lists: it knows the name of the member that holds its kind.
package protocol Listed: JSONCodable, Hashable {
    /// The member's name: `credentials`, `attempts` …
    static var plural: StaticString { get }
}

extension Credential: Listed { package static let plural: StaticString = "credentials" }
extension Attempt: Listed { package static let plural: StaticString = "attempts" }
extension Binding: Listed { package static let plural: StaticString = "bindings" }
extension LocalGrant: Listed { package static let plural: StaticString = "grants" }
extension SessionStatus: Listed { package static let plural: StaticString = "sessions" }
extension ProviderDescription: Listed { package static let plural: StaticString = "providers" }

extension Listed {
    /// ``plural`` as a string.
    package static var list: String { "\(plural)" }
}

/// A part of a list.
package struct Page<Element: Listed>: JSONRecord, Hashable {
    package var elements: [Element]
    /// The token to ask for the next page with; nil on the last page.
    package var nextPageToken: String?

    package init(_ elements: [Element], nextPageToken: String? = nil) {
        self.elements = elements
        self.nextPageToken = nextPageToken
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        // An empty list says that there is none; a reply without one says nothing.
        guard fields.has(Element.plural) else { throw fields.missing(Element.plural) }
        elements = try fields.values(Element.plural, count: 0...200)
        nextPageToken = try fields.optionalString("next_page_token", bytes: 1...256)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member(Element.plural, elements)
        writer.member("next_page_token", nextPageToken)
    }
}
