// swift-format-ignore-file: AlwaysUseLowerCamelCase
// LumiKit's own names.

extension Collection {
    /// The element at `index`, or nil if out of bounds.
    public subscript(safe index: Index) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}

extension Sequence where Element: Hashable {
    /// The elements in order, each only at its first occurrence.
    public func lmk_uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Array {
    /// The elements in groups of `size`, the last with the remainder; none for a size below 1.
    public func lmk_chunked(size: Int) -> [[Element]] {
        guard size > 0 else { return [] }
        return stride(from: 0, to: count, by: size).map { Array(self[$0..<$0 + Swift.min(size, count - $0)]) }
    }
}
