import Testing
import Wire

@Suite("Vectors: messages")
struct MessageVectorTests {
    static let names = ProtocolFiles.names(in: "vectors/messages", ending: ".json")

    @Test("message vector: there are vectors")
    func some() {
        #expect(Self.names.count >= 90)
    }

    @Test("message vector: a message is read and written as expected, or refused as expected", arguments: names)
    func read(name: String) throws {
        let vector = try Vector("messages", name)
        switch vector.json["from"] {
        case "client": try readByServer(vector)
        case "server": try readByClient(vector)
        default: Issue.record("from is client or server")
        }
    }

    private func readByServer(_ vector: Vector) throws {
        let fault = vector.json["fault"]
        do {
            switch try ClientMessage.decode(vector.input) {
            case .message(let message):
                let expected = try #require(vector.json["expect"], "a fault was expected")
                #expect(try JSON(parsing: message.encoded()) == expected)
                #expect(try ClientMessage.decode(message.encoded()) == .message(message))
            case .invalidCall(let id, let error):
                #expect(fault?["answer"] == "reply", "\(error)")
                #expect(fault?["id"] == .integer(id))
                #expect(fault?["code"] == .string(error.code.rawValue))
                #expect(fault?["reason"] == .string(error.reason))
                #expect(fault?["field"] == error.field.map(JSON.string))
                #expect(error.effect == .none)
            }
        } catch let error as ProtocolFault {
            #expect(fault?["answer"] == "goaway", "\(error)")
            #expect(fault?["reason"] == .string(error.reason.rawValue))
            #expect(fault?["field"] == error.details?["field"])
        }
    }

    private func readByClient(_ vector: Vector) throws {
        do {
            let message = try ServerMessage.decode(vector.input)
            let expected = try #require(vector.json["expect"], "a fault was expected")
            #expect(try JSON(parsing: message.encoded()) == expected)
            #expect(try ServerMessage.decode(message.encoded()) == message)
        } catch let error as ProtocolFault {
            #expect(vector.json["fault"]?["answer"] == "server_fault", "\(error)")
        }
    }
}
