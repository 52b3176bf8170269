import LockProtocol
import NukiProtocol
import TestSupport
import Testing

@Suite("Reassembly of indications")
struct NukiReassemblerTests {
    @Test("Nuki reassembler: every message comes together again from pieces of every size", arguments: SealedVector.all)
    func sealed(vector: SealedVector) throws {
        let message = hex(vector.message)
        for mtu in [1, 23, 27, 64, 247, 517] {
            var reassembler = NukiReassembler(.sealed)
            // Sends the message twice, to check that nothing is left over from the first time.
            for _ in 0..<2 {
                let pieces = NukiSegmentation.pieces(of: message, mtu: mtu)
                #expect(pieces.allSatisfy { $0.count <= max(mtu, 23) - 3 })
                for piece in pieces.dropLast() { #expect(try reassembler.append(piece) == nil) }
                let whole = try reassembler.append(pieces[pieces.count - 1])
                #expect(whole == .sealed(try NukiSealedFrame(message)))
            }
        }
    }

    @Test("Nuki reassembler: a message is one indication when the MTU allows it")
    func onePiece() {
        #expect(NukiSegmentation.pieces(of: [UInt8](repeating: 1, count: 244), mtu: 247).count == 1)
        #expect(NukiSegmentation.pieces(of: [UInt8](repeating: 1, count: 245), mtu: 247).count == 2)
        #expect(NukiSegmentation.pieces(of: [], mtu: 247).isEmpty)
    }

    @Test("Nuki reassembler: plain messages of the pairing", arguments: [1, 3, 5, 7, 9])
    func plain(index: Int) throws {
        let bytes = hex(Official.pairing[index])
        var reassembler = NukiReassembler(.plain)
        for byte in bytes.dropLast() { #expect(try reassembler.append([byte]) == nil) }
        #expect(try reassembler.append([bytes[bytes.count - 1]]) == .plain(NukiMessage(plainFrame: bytes)))
    }

    @Test(
        "Nuki reassembler: the length field's bounds",
        arguments: [(23, false), (24, true), (512, true), (513, false), (65_535, false)])
    func bounds(length: Int, accepted: Bool) throws {
        var header = [UInt8](repeating: 0xAA, count: 28)
        header += [UInt8(length & 0xFF), UInt8(length >> 8)]
        var reassembler = NukiReassembler(.sealed)
        guard accepted else {
            #expect(throws: NukiError(.badLength, "")) { try reassembler.append(header) }
            #expect(throws: NukiError(.badLength, "")) {
                try NukiSealedFrame(header + [UInt8](repeating: 0, count: length))
            }
            return
        }
        #expect(try reassembler.append(header) == nil)
        #expect(try reassembler.append([UInt8](repeating: 0, count: length)) != nil)
        #expect(throws: NukiError(.truncated, "")) { try NukiSealedFrame(header) }
    }

    @Test("Nuki reassembler: bytes behind a message, endless bytes and unknown commands are refused")
    func surplus() throws {
        var plain = NukiReassembler(.plain)
        #expect(throws: NukiError(.oversize, "")) { try plain.append(hex("0e00009dd700")) }
        var unknown = NukiReassembler(.plain)
        #expect(throws: NukiError(.unexpectedCommand, "")) { try unknown.append(hex("7700")) }
        var sealed = NukiReassembler(.sealed)
        #expect(throws: NukiError(.oversize, "")) { try sealed.append(hex(Official.states) + [0]) }
        var endless = NukiReassembler(.sealed)
        #expect(throws: NukiError(.oversize, "")) { try endless.append([UInt8](repeating: 0, count: 543)) }
    }

    @Test("Nuki reassembler: an Ultra's refusal in plain text is understood where a sealed answer was due")
    func plainErrorInPlaceOfSealed() throws {
        var reassembler = NukiReassembler(.sealedOrPlainError)
        #expect(try reassembler.append(hex("12001001008721")) == .plain(NukiMessage(plainFrame: hex("12001001008721"))))
        #expect(try reassembler.append(hex(Official.states)) == .sealed(NukiSealedFrame(hex(Official.states))))
    }
}
