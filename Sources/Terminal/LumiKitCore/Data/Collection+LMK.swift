// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are LumiKit's own.

extension Collection {
    /// The element at `index`, or nil if the index is out of bounds.
    public subscript(safe index: Index) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}

extension Sequence where Element: Hashable {
    /// Returns the elements in order. An element that occurs several times is returned only once, at its first place.
    public func lmk_uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Array {
    /// Returns the elements in groups of `size`. The last group contains the remainder. For a size below 1, there are
    /// no groups.
    public func lmk_chunked(size: Int) -> [[Element]] {
        guard size > 0 else { return [] }
        return stride(from: 0, to: count, by: size).map { Array(self[$0..<$0 + Swift.min(size, count - $0)]) }
    }
}
