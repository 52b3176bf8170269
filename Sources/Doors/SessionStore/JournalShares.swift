/// How much of a full journal each user keeps: as much as anyone else, so that a user who makes many entries only
/// pushes out their own.
package struct JournalShares {
    /// The most entries that a user keeps.
    package let most: Int

    /// Shares `rows` between users who have these numbers of entries. A user who has no more than an equal share
    /// keeps all.
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
