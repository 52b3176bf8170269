import SeamModel
import Testing

@testable import SeamCloud

@Suite("Answers of the operator's desk")
struct DeskReplyTests {
    private static let token = "seam_cst1abcdefgh_ijkl"

    private func answer(
        _ status: Int, _ body: String, _ type: String? = "application/json", retryAfter: String? = nil
    ) -> DeskAnswer {
        DeskReply(
            status: status, contentType: type, contentEncoding: nil, retryAfter: retryAfter, body: Array(body.utf8)
        ).answer
    }

    @Test("desk reply: a token, and members that nobody knows")
    func accepted() throws {
        let token = try ClientSessionToken(Self.token.utf8)
        for type in ["application/json", "Application/JSON; charset=utf-8"] {
            #expect(answer(200, #"{"client_session_token":"\#(Self.token)"}"#, type) == .token(token))
        }
        let odd = #"{"name":"half an emoji \ud83d","n":9223372036854775807,"client_session_token":"\#(Self.token)"}"#
        #expect(answer(200, odd) == .token(token), "what nobody reads is read leniently, as from the cloud")
        #expect(answer(200, #"{"expires":[1],"client_session_token":"\#(Self.token)"}"#) == .token(token))
    }

    @Test("desk reply: a pass for LifeSignal, or none if it has another form")
    func pass() throws {
        let token = try ClientSessionToken(Self.token.utf8)
        func reply(_ pass: String) -> DeskAnswer {
            answer(200, #"{"client_session_token":"\#(Self.token)","lifesignal":\#(pass)}"#)
        }
        for good in ["x", "ls1.e30.x", String(repeating: "~", count: 512)] {
            #expect(reply("\"\(good)\"") == .token(token, LifeSignalPass(good)))
        }
        for bad in ["null", "7", "[]", #""""#, #""a b""#, #""ä""#, "\"\(String(repeating: "~", count: 513))\""] {
            #expect(reply(bad) == .token(token), "the visit begins without it: \(bad)")
        }
        #expect(!"\(reply(#""secret-of-ada""#))".contains("secret-of-ada"))
    }

    @Test(
        "desk reply: anything else with status 200 is no answer",
        arguments: [
            "", "null", "[]", #""seam_cst1abcdefgh_ijkl""#, "{}", #"{"client_session_token":null}"#,
            #"{"client_session_token":["seam_cst1abcdefgh_ijkl"]}"#, #"{"client_session_token":"seam_cst"}"#,
            #"{"client_session_token":"seam_cst1abcdefgh_ijkl"} x"#,
            #"{"client_session_token":"seam_cst1abcdefgh_ijkl","client_session_token":"seam_cst1abcdefgh_ijkl"}"#,
            #"{"client_session_token":"seam_cst1abcdefgh_ijk\u00e4"}"#,
            #"{"client_session_token":"seam_at1_abcdefgh_ijkl"}"#,
        ])
    func malformed(_ body: String) {
        guard case .failed(let why) = answer(200, body) else {
            Issue.record("\(body) was taken")
            return
        }
        #expect(!why.contains("abcdefgh"), "nothing of the answer")
    }

    @Test("desk reply: another type, or a packed body, is no answer")
    func types() {
        let body = #"{"client_session_token":"\#(Self.token)"}"#
        for type in [nil, "text/html", "text/json", "application/jsonp", "application/problem+json"] {
            #expect(answer(200, body, type) == .failed("its answer is not JSON"), "\(type ?? "none")")
        }
        let packed = DeskReply(
            status: 200, contentType: "application/json", contentEncoding: "gzip", retryAfter: nil,
            body: Array(body.utf8))
        #expect(packed.answer == .failed("its answer is compressed, although this was not requested"))
    }

    @Test(
        "desk reply: a refusal counts by its status, and its body says why if it can", arguments: [403, 404, 410, 422])
    func refused(status: Int) {
        #expect(answer(status, #"{"reason":"code_unknown"}"#) == .refused(.unknown))
        #expect(answer(status, #"{"reason":"code_used"}"#) == .refused(.used))
        #expect(answer(status, #"{"reason":"code_expired"}"#) == .refused(.expired))
        for body in ["", "<p>no</p>", #"{"reason":"sold out"}"#, #"{"reason":7}"#, "[]", #"{"reason":"code_used""#] {
            #expect(answer(status, body) == .refused(nil), "\(body)")
        }
        #expect(answer(status, #"{"reason":"code_used"}"#, "text/plain") == .refused(nil))
    }

    @Test("desk reply: a desk asks for a pause in whole seconds, and nothing else is believed")
    func busy() {
        #expect(answer(429, "", retryAfter: "20") == .busy(.seconds(20)))
        for text in [nil, "", "-1", "1.5", "99999999999", "Fri, 06 Nov 2026 08:20:00 GMT"] {
            #expect(answer(429, "", retryAfter: text) == .busy(nil), "\(text ?? "none")")
        }
    }

    @Test("desk reply: all other statuses are a desk that does not work")
    func failed() {
        #expect(answer(401, #"{"reason":"code_used"}"#) == .secretRefused)
        for status in [201, 204, 301, 307, 400, 402, 405, 409, 418, 451, 500, 503] {
            guard case .failed = answer(status, #"{"client_session_token":"\#(Self.token)"}"#) else {
                Issue.record("\(status) was taken")
                continue
            }
        }
    }

    @Test("desk reply: a secret is 16 to 1,024 printable characters without blanks")
    func secrets() throws {
        func fault(_ count: Int, _ byte: UInt8 = 0x41, end: [UInt8] = []) -> String? {
            do {
                _ = try KioskSecret(Array(repeating: byte, count: count) + end)
                return nil
            } catch { return error.description }
        }
        #expect(fault(15) != nil && fault(16) == nil && fault(1_024) == nil && fault(1_025) != nil)
        #expect(fault(15, end: [0x0A]) != nil && fault(16, end: [0x0A]) == nil && fault(1_024, end: [0x0A]) == nil)
        #expect(fault(16, 0x21) == nil && fault(16, 0x7E) == nil)
        for byte in [0, 0x0A, 0x0D, 0x20, 0x7F, 0x80] as [UInt8] { #expect(fault(16, byte) != nil, "\(byte)") }
        let edited = try KioskSecret(Array("\u{FEFF}\r\n\r\n0123456789abcdef\r\n".utf8))
        #expect(try edited == KioskSecret(Array("0123456789abcdef".utf8)), "what editors put around it")
        let secret = try KioskSecret(Array("0123456789abcdef".utf8))
        var dumped = ""
        dump([secret], to: &dumped)
        #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains("0123456789"))
    }
}
