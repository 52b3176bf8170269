import Foundation
import SeamModel
import SeamWords
import TestSupport
import Testing
import Wire

/// Tests that every reason and event in the documents of `Protocol` has a text.
@Suite struct SeamWordsTests {
    /// The first two cells of every table row in some sections of `Protocol/errors.md`: those whose numbers begin with
    /// `number`.
    private static func rows(_ number: String) throws -> [(names: [String], second: String)] {
        let text = try String(contentsOfFile: "\(Products.package)Protocol/errors.md", encoding: .utf8)
        let sections = text.components(separatedBy: "\n### ").filter { $0.hasPrefix(number) }
        return sections.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("| `") }.map { row in
            let cells = row.split(separator: "|")
            return (cells[0].matches(of: /`([a-z_.]+)`/).map { String($0.1) }, String(cells[1]))
        }
    }

    @Test("keys: every kind of error, and every action, of the contract")
    func keys() throws {
        let contract = try String(contentsOfFile: "\(Products.package)Protocol/contract/session.json", encoding: .utf8)
        let types = try #require(try JSON(parsing: contract.utf8)["types"])
        let time = Timestamp(millisecondsSince1970: 0).description
        func kinds(_ type: String) throws -> [String] {
            let forms = try #require(types[type]?["oneOf"]?.arrayValue)
            return forms.compactMap { $0["properties"]?["kind"]?["const"]?.stringValue }
        }
        let actions = try kinds("action").map { kind in
            JSON.members(("kind", .string(kind)), ("otp_url", kind.hasPrefix("complete") ? "https://a.b/" : nil))
        }
        let errors = try kinds("credential_error").flatMap { kind -> [JSON] in
            switch kind {
            case "user_interaction_required": actions.map { .members(("kind", .string(kind)), ("action", $0)) }
            case "awaiting_local_credential":
                [["kind": .string(kind)], ["kind": .string(kind), "available_at": .string(time)]]
            default: [["kind": .string(kind)]]
            }
        }
        var texts: Set<String> = []
        for json in errors {
            let error = try CredentialError(json: json)
            #expect(json["kind"] == .string(error.kind), "a kind of the contract that has no words")
            let words = KeyWords(error)
            #expect(!words.title.isEmpty && words.title.count <= 9 && words.note.count <= 18, "\(words)")
            #expect(!words.remedy.isEmpty && texts.insert(words.text).inserted, "\(words)")
        }
        #expect(texts.count >= 11)
    }

    @Test("refusals: every reason of a session")
    func refusals() throws {
        let reasons = try Self.rows("2.3").flatMap(\.names).filter { $0.hasPrefix("seam.") }
        #expect(Set(reasons) == Set(Refusal.allCases.map(\.rawValue)))
        #expect(Refusal.allCases.allSatisfy { !$0.text.isEmpty && !$0.remedy.isEmpty })
    }

    @Test("attempts: what is not a lock's own reason is known, and no family need be")
    func failures() throws {
        let locks: Set<AttemptFailure> = [.hungUp, .keyUnknown, .lockRefused]
        for section in ["2.1", "2.2", "2.6"] {
            for name in try Self.rows(section).flatMap(\.names) where name.contains(".") {
                let failure = AttemptFailure(String(name.split(separator: ".")[1]), proximity: .nearby)
                #expect(!locks.contains(failure), "\(name)")
            }
        }
        for row in try Self.rows("2.7") {
            // The second cell of a row names the family of locks that can give the row's reasons.
            let family = row.second.split(separator: /[,:]/).first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
            for reason in row.names {
                let isRemote = family == "through the cloud"
                let failure = AttemptFailure(reason, proximity: isRemote ? .remote : .nearby)
                let isTheLocks = row.names.allSatisfy { $0.hasPrefix("\(family.lowercased())_") }
                #expect((failure == .cloud) == isRemote, "\(reason)")
                let isEither = reason.hasSuffix("_disconnected") || reason == "hung_up"
                #expect(isTheLocks == locks.contains(failure) || isEither, "\(reason)")
            }
        }
        for family in ["nuki", "sesame", "third"] {
            #expect(AttemptFailure("\(family)_not_authorized", proximity: .nearby) == .keyUnknown)
            #expect(AttemptFailure("\(family)_busy", proximity: .nearby) == .lockRefused)
            #expect(AttemptFailure("\(family)_disconnected", proximity: .nearby) == .link)
        }
        let texts = Set(AttemptFailure.allCases.map { AttemptWords.failed($0).text })
        #expect(texts.count == AttemptFailure.allCases.count)
    }

    @Test("attempts: whoever reads that one failed also reads that nothing was opened")
    func nothingWasOpened() {
        for failure in AttemptFailure.allCases {
            #expect(AttemptWords.failed(failure).text.hasSuffix("nothing was opened"), "\(failure)")
        }
        #expect(AttemptFailure("remote_disconnected", proximity: .remote) == .cloud)
        #expect(AttemptFailure("hung_up", proximity: .nearby) == .hungUp)
    }

    @Test("refusals: a screen that takes tokens and shows keys sends nobody to the commands for them")
    func atAScreen() {
        for refusal in Refusal.allCases {
            let remedy = refusal.remedyAtAScreen ?? ""
            #expect(!remedy.contains("seam init") && !remedy.contains("seam keys") && !remedy.contains("--entrance"))
        }
    }
}
