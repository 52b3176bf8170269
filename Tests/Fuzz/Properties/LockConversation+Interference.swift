import LockProtocol
import NukiProtocol

extension LockConversation {
    /// An attacker in the middle changes a packet while it is in transit in one direction.
    mutating func interfere(_ step: Step, _ source: inout ByteSource) throws {
        let target = source.byte()
        // One time in four, the other direction is chosen.
        let isUpward = (side == .lock) == (target & 0xC0 != 0xC0)
        // At a random moment, a packet is rarely in transit, so the conversation first produces some packets.
        for _ in 0..<8 where (isUpward ? upward : downward).isEmpty {
            if upward.isEmpty, downward.isEmpty { break }
            if isUpward { try deliverDown() } else { try deliverUp() }
        }
        var queue = isUpward ? upward : downward
        change(&queue, step, Int(target & 0x3F), &source)
        if isUpward { upward = Array(queue.prefix(64)) } else { downward = Array(queue.prefix(64)) }
    }

    private func change(_ queue: inout [LockPacket], _ step: Step, _ position: Int, _ source: inout ByteSource) {
        switch step {
        case .insert:
            let channel = source.element(of: family.characteristics) ?? ""
            let packet = LockPacket(characteristic: channel, bytes: source.take(Int(source.byte())))
            return queue.insert(packet, at: position % (queue.count + 1))
        case .replay, .reflect:
            guard let old = source.element(of: kept) else { return }
            return queue.insert(marked(old), at: position % (queue.count + 1))
        default: break
        }
        guard !queue.isEmpty else { return }
        let index = position % queue.count
        if [.flip, .cut, .grow].contains(step) { queue[index] = marked(queue[index]) }
        switch step {
        case .flip:
            let place = Int(source.byte()) | Int(source.byte()) << 8
            guard !queue[index].bytes.isEmpty else { return }
            let bits = source.byte()
            queue[index].bytes[place % queue[index].bytes.count] ^= bits & 1 == 0 ? bits : 1 << (bits >> 1 & 7)
        case .cut: queue[index].bytes.removeLast(min(queue[index].bytes.count, Int(source.byte() & 31)))
        case .grow: queue[index].bytes += source.take(Int(source.byte() & 31))
        case .again: queue.insert(marked(queue[index]), at: source.number(below: queue.count + 1))
        case .swap: queue.swapAt(index, source.number(below: queue.count))
        case .drop: queue.remove(at: index)
        case .mend: mend(&queue[index], &source)
        default: break
        }
    }

    /// A packet that an attacker has changed or repeats. Without proofs, neither side can recognize such a packet, so
    /// the test treats it as a packet that belongs to no attempt. A packet of an earlier attempt still counts as a
    /// packet of that attempt.
    private func marked(_ packet: LockPacket) -> LockPacket {
        var packet = packet
        if !family.hasProofs, packet.attempt == attempt { packet.attempt = 0 }
        return packet
    }

    /// Gives a changed message a correct checksum if the checksum is its only protection.
    private func mend(_ packet: inout LockPacket, _ source: inout ByteSource) {
        let body = packet.bytes.count - 2
        guard family.hasChecksums, body > 0 else { return }
        var bytes = Array(packet.bytes.prefix(body))
        bytes[source.number(below: body)] = source.byte()
        let sum = NukiChecksum.crc16(bytes)
        packet.bytes = bytes + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
        packet.attempt = 0
    }
}
