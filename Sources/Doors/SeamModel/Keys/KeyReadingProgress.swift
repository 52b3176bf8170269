package import Wire

/// How far the reading of a person's keys from the cloud is.
package struct KeyReadingProgress: Sendable, Hashable {
    /// How many keys have been read, with the doors that they open.
    package var done: Int
    /// How many keys there are. Nil until the cloud has listed them.
    package var count: Int?

    /// A progress of `done` keys of `count`.
    package init(done: Int, of count: Int?) {
        (self.done, self.count) = (done, count)
    }

    /// For people, as in `12 of 70`; empty until the number of keys is known.
    package var words: String { count.map { "\(done) of \($0)" } ?? "" }
}

extension KeyReadingProgress: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        done = Int(try fields.integer("done", in: 0...JSON.largestInteger))
        count = try fields.optionalInteger("of", in: 0...JSON.largestInteger).map(Int.init)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("done", done)
        writer.member("of", count)
    }
}
