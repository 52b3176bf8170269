/// How much of a full journal each user keeps: as much as anybody else, so that who makes many entries pushes out his own.
package struct JournalShares {
    /// What a user keeps at most who has more than that.
    package let most: Int

    /// Shares `rows` between users who have that many entries each: whoever has no more than the others' share keeps all.
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
