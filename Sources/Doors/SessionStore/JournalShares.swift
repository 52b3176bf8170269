/// How much of a full journal each user keeps: as much as anyone else, so a user who makes many entries only pushes out
/// their own.
package struct JournalShares {
    /// The maximum number of entries that a user keeps.
    package let most: Int

    /// Divides `rows` between users with these numbers of entries. A user with no more than an equal share keeps them
    /// all.
    package init(_ counts: [Int], of rows: Int) {
        var (left, users) = (max(rows, 0), counts.count)
        for count in counts.sorted() {
            guard count <= left / users else {
                most = left / users
                return
            }
            left -= count
            users -= 1
        }
        most = .max
    }
}
