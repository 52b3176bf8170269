package import Wire

/// An element of lists: it knows the name of the member that holds the list.
package protocol Listed: JSONCodable, Hashable {
    /// The member's name: `credentials`, `attempts` …
    static var plural: StaticString { get }
}

extension Listed {
    /// ``plural`` as a string.
    package static var list: String { "\(plural)" }
}

/// A page of a list.
package struct Page<Element: Listed>: JSONRecord, Hashable {
    package var elements: [Element]
    /// The token with which to request the next page; nil on the last page.
    package var nextPageToken: String?

    package init(_ elements: [Element], nextPageToken: String? = nil) {
        self.elements = elements
        self.nextPageToken = nextPageToken
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        // An empty list says that there are no elements; a reply without a list says nothing.
        guard fields.has(Element.plural) else { throw fields.missing(Element.plural) }
        elements = try fields.values(Element.plural, count: 0...200)
        nextPageToken = try fields.optionalString("next_page_token", bytes: 1...256)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member(Element.plural, elements)
        writer.member("next_page_token", nextPageToken)
    }
}

/// Which page of a list to return.
package struct PageParams: JSONRecord, Hashable {
    /// The previous page's `next_page_token`; nil for the first page.
    package var pageToken: String?
    /// 1 to 200 elements; nil for the server's choice.
    package var limit: Int?

    package init(pageToken: String? = nil, limit: Int? = nil) {
        self.pageToken = pageToken
        self.limit = limit
    }

    /// Reads the two members among others.
    package init(from fields: inout JSONFields) throws(FieldFault) {
        pageToken = try fields.optionalString("page_token", bytes: 1...256)
        limit = try fields.optionalInteger("limit", in: 1...200).map { Int($0) }
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        try self.init(from: &fields)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("page_token", pageToken)
        writer.member("limit", limit)
    }
}
