import Foundation
import ProviderAPI
import RPC
import RadioAPI
import SessionAPI
import SignalAPI
import Testing
import Wire

@Suite("The document of errors")
struct ErrorsDocumentTests {
    /// The reason and the code in every table row of `Protocol/errors.md`.
    static func rows() throws -> [[String]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Protocol/errors.md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains(".") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "") } }
            .filter { $0.count == 5 && $0[0].contains(".") && !$0[0].contains(" ") && $0[0] != "*" }
    }

    @Test("errors document: every reason of a contract is in it, and each stands there once, with a code of the set")
    func reasons() throws {
        let rows = try Self.rows()
        #expect(Set(rows.map { $0[0] }).count == rows.count)
        let codes = Set(WireError.Code.allCases.map(\.rawValue))
        for row in rows { #expect(codes.contains(row[1]), "\(row)") }
        let known = Set(rows.map { $0[0] })
        for bytes in [
            RPCContract.bytes, SessionContract.bytes, KioskContract.bytes, RadioContract.bytes, ProviderContract.bytes,
            SignalContract.bytes, LocksContract.bytes,
        ] {
            for method in try Contract(bytes: bytes).methods {
                for reason in method.reasons { #expect(known.contains(reason), "\(method.name) \(reason)") }
            }
        }
        for reason in ProtocolFault.Reason.allCases { #expect(known.contains(reason.rawValue)) }
    }

    @Test("errors document: a retry is safe only where nothing happened")
    func retries() throws {
        for row in try Self.rows() where row[3] == "yes" { #expect(row[2].contains("none"), "\(row[0])") }
    }
}
