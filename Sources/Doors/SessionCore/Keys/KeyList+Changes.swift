internal import CloudModel
internal import Wire

extension KeyList {
    /// Calls `tell` with each change that turns `old` into `new`. The removed keys come first, and then the new and
    /// changed keys, in the new order. Only keys that may differ are derived and compared.
    package static func forEachChange(
        from old: KeyList?, to new: KeyList?, _ tell: (CredentialChange) -> Void
    ) {
        guard let old else {
            if let new { for key in new { tell(.added(key.credential)) } }
            return
        }
        guard let new else {
            for index in old.indices { tell(.removed(id: old.place(at: index).id)) }
            return
        }
        let difference = Difference(old, new)
        if difference.isNone { return }
        if old.order === new.order {
            for index in new.indices { difference.tell(index, index, tell) }
            return
        }
        let (pairs, removed) = pairs(old, new)
        for index in removed { tell(.removed(id: old.place(at: index).id)) }
        for index in new.indices {
            guard let earlier = pairs[index] else {
                tell(.added(new[index].credential))
                continue
            }
            difference.tell(Int(earlier), index, tell)
        }
    }

    /// The index in `old` of each key in `new`, and the keys of `old` that are not in `new`. Both lists are sorted, so
    /// they are traversed together. Only a key with a new name is looked up.
    private static func pairs(_ old: KeyList, _ new: KeyList) -> (pairs: [Int32?], removed: [Int]) {
        var pairs: [Int32?] = Array(repeating: nil, count: new.count)
        var (moved, arrived, left, right) = ([String: Int](), [Int](), 0, 0)
        while left < old.count || right < new.count {
            guard left < old.count else {
                arrived.append(right)
                right += 1
                continue
            }
            let before = old.place(at: left)
            guard right < new.count else {
                moved[before.id] = left
                left += 1
                continue
            }
            let after = new.place(at: right)
            if before.id == after.id {
                pairs[right] = Int32(truncatingIfNeeded: left)
                (left, right) = (left + 1, right + 1)
            } else if before < after {
                moved[before.id] = left
                left += 1
            } else {
                arrived.append(right)
                right += 1
            }
        }
        for index in arrived {
            pairs[index] = moved.removeValue(forKey: new.place(at: index).id).map { Int32(truncatingIfNeeded: $0) }
        }
        return (pairs, moved.values.sorted())
    }
}

/// The reasons why the keys of two lists may differ.
private struct Difference {
    let old: KeyList
    let new: KeyList
    /// Whether the lists differ in something that affects every key.
    private let isOfAll: Bool
    /// Whether a validity has begun or ended between the two lists' times (`from` and `to`).
    private let isOfTime: Bool
    private let from: Timestamp
    private let to: Timestamp

    init(_ old: KeyList, _ new: KeyList) {
        (self.old, self.new) = (old, new)
        let (left, right) = (old.derivation, new.derivation)
        let isSameHost =
            left.bindings == right.bindings && left.providers == right.providers && left.radio == right.radio
            && left.cloud == right.cloud && left.policy == right.policy && left.isClockSuspect == right.isClockSuspect
            && left.lowBatteries == right.lowBatteries
        let (before, after) = (old.order.snapshot, new.order.snapshot)
        let isSameCloud =
            old.order === new.order
            || before.workspace == after.workspace && before.systems == after.systems && before.users == after.users
                && before.identity == after.identity && before.entrances == after.entrances
        isOfAll = !isSameHost || !isSameCloud
        let (from, to) = (min(old.time, new.time), max(old.time, new.time))
        (self.from, self.to) = (from, to)
        isOfTime = [old.order, new.order].contains { order in order.nextBoundary(after: from).map { $0 <= to } ?? false
        }
    }

    /// Whether nothing differs.
    var isNone: Bool {
        old.order === new.order && !isOfAll && !isOfTime && old.derivation.invalidated == new.derivation.invalidated
            && old.derivation.pendingAuthorizations == new.derivation.pendingAuthorizations
    }

    func tell(_ before: Int, _ after: Int, _ tell: (CredentialChange) -> Void) {
        guard mayDiffer(old.order.entries[before], new.order.entries[after]) else { return }
        let credential = new[after].credential
        if old[before].credential != credential { tell(.changed(credential)) }
    }

    private func mayDiffer(_ before: KeyOrder.Entry, _ after: KeyOrder.Entry) -> Bool {
        guard case .credential(let left, _, let leftDoors, let wasUnread) = before,
            case .credential(let right, _, let rightDoors, let isUnread) = after
        else { return true }
        return isOfAll || wasUnread != isUnread || left != right || leftDoors != rightDoors
            || old.derivation.invalidated.contains(left.id) != new.derivation.invalidated.contains(right.id)
            || old.derivation.pendingAuthorizations[left.id] != new.derivation.pendingAuthorizations[right.id]
            || isOfTime && (hasBoundary(left, old.order) || hasBoundary(right, new.order))
    }

    /// Whether the validity of a key, or of the key's holder, begins or ends between the times of the lists.
    private func hasBoundary(_ credential: CloudCredential, _ order: KeyOrder) -> Bool {
        let holder = order.holder(of: credential)
        return [credential.startsAt, credential.endsAt, holder?.startsAt, holder?.endsAt].contains { moment in
            moment.map { from < $0 && $0 <= to } ?? false
        }
    }
}
