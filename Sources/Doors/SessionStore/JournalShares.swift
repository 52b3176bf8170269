/// The part of a full journal that each user keeps. All users have the same share. If a user makes many entries, only
/// this user's own entries are displaced.
package struct JournalShares {
    /// The largest number of entries that a user keeps.
    package let most: Int

    /// Divides `rows` between users with these numbers of entries. A user with no more than an equal share keeps all
    /// their entries.
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
