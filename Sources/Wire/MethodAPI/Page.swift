package import Wire

/// A list element. It knows the name of the member that contains the list.
package protocol Listed: JSONCodable, Hashable {
    /// The name of the member, such as `credentials` or `attempts`.
    static var plural: StaticString { get }
}

extension Listed {
    /// ``plural`` as a string.
    package static var list: String { "\(plural)" }
}

/// A page of a list.
package struct Page<Element: Listed>: JSONRecord, Hashable {
    package var elements: [Element]
    /// The token for requesting the next page, or nil on the last page.
    package var nextPageToken: String?

    package init(_ elements: [Element], nextPageToken: String? = nil) {
        self.elements = elements
        self.nextPageToken = nextPageToken
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        // An empty list says that there are no elements. If a reply has no list, it says nothing about the elements.
        guard fields.has(Element.plural) else { throw fields.missing(Element.plural) }
        elements = try fields.values(Element.plural, count: 0...200)
        nextPageToken = try fields.optionalString("next_page_token", bytes: 1...256)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member(Element.plural, elements)
        writer.member("next_page_token", nextPageToken)
    }
}

/// The parameters that select a page of a list.
package struct PageParams: JSONRecord, Hashable {
    /// The previous page's `next_page_token`, or nil for the first page.
    package var pageToken: String?
    /// The largest number of elements, from 1 to 200. Nil means that the server chooses.
    package var limit: Int?

    package init(pageToken: String? = nil, limit: Int? = nil) {
        self.pageToken = pageToken
        self.limit = limit
    }

    /// Reads these two members from an object that may have further members.
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
