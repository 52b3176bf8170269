import GRPCCore

/// Messages of opaque bytes, which are the best case for gRPC.
struct Bytes: MessageSerializer, MessageDeserializer {
    func serialize<Output: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Output { Output(message) }

    func deserialize<Input: GRPCContiguousBytes>(_ bytes: Input) throws -> [UInt8] {
        bytes.withUnsafeBytes { Array($0) }
    }
}

private let statusMethod = MethodDescriptor(fullyQualifiedService: "bench.Bench", method: "Status")
private let watchMethod = MethodDescriptor(fullyQualifiedService: "bench.Bench", method: "Watch")
private let request = [UInt8](repeating: 0x75, count: 120)

struct BenchService: RegistrableRPCService {
    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        let reply = [UInt8](repeating: 0x72, count: 200)
        let event = [UInt8](repeating: 0x65, count: 150)
        router.registerHandler(forMethod: statusMethod, deserializer: Bytes(), serializer: Bytes()) { request, _ in
            let single = try await ServerRequest(stream: request)
            guard single.message.count == 120 else { throw RPCError(code: .invalidArgument, message: "size") }
            return StreamingServerResponse(single: ServerResponse(message: reply))
        }
        router.registerHandler(forMethod: watchMethod, deserializer: Bytes(), serializer: Bytes()) { request, _ in
            let single = try await ServerRequest(stream: request)
            let count = Int(String(decoding: single.message, as: UTF8.self)) ?? 0
            return StreamingServerResponse { writer in
                for _ in 0..<count { try await writer.write(event) }
                return [:]
            }
        }
    }
}

func call(_ client: Client) async throws {
    try await client.unary(
        request: ClientRequest(message: request), descriptor: statusMethod, serializer: Bytes(), deserializer: Bytes(),
        options: .defaults
    ) { response in
        guard try response.message.count == 200 else { throw RPCError(code: .internalError, message: "size") }
    }
}

/// Follows the events, and returns the number of events that it received.
func watch(_ client: Client, _ count: Int) async throws -> Int {
    try await client.serverStreaming(
        request: ClientRequest(message: Array(String(count).utf8)), descriptor: watchMethod, serializer: Bytes(),
        deserializer: Bytes(), options: .defaults
    ) { response in
        var received = 0
        for try await message in response.messages where message.count == 150 { received += 1 }
        return received
    }
}
