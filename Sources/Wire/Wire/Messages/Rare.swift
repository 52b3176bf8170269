/// A value that is nearly always absent. It is for members of values that are copied often. If the value is absent, it
/// takes only one word, and not its full size.
package indirect enum Rare<Value> {
    case absent
    case present(Value)

    /// Wraps `value`. If `value` is nil, the result is absent.
    package init(_ value: Value?) {
        self = value.map { .present($0) } ?? .absent
    }

    /// The value, if there is one.
    package var value: Value? {
        switch self {
        case .absent: nil
        case .present(let value): value
        }
    }
}

extension Rare: Sendable where Value: Sendable {}
extension Rare: Equatable where Value: Equatable {}
extension Rare: Hashable where Value: Hashable {}
