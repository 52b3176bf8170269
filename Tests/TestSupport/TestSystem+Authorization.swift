import Foundation
import Glibc

extension TestSystem {
    /// Replaces the Nuki provider with a program in Python. The program asks the person to authorize on `page`, and
    /// then runs `ending`.
    package func replaceProvider(
        withOneThatAsksFor page: String, then ending: String = "while hear().get(\"kind\") != \"cancel\": pass"
    ) throws {
        let program = directory.file("providers/seam-provider-nuki")
        let text = """
            #!/usr/bin/python3 -I
            import json, sys
            number = 0
            def say(message):
                sys.stdout.write(json.dumps(message) + "\\n"); sys.stdout.flush()
            def hear():
                line = sys.stdin.readline()
                if not line: sys.exit(1)
                return json.loads(line)
            def call(method, params):
                global number
                number += 1
                say({"type": "call", "id": number, "method": method, "params": params})
                while True:
                    message = hear()
                    if message["type"] == "reply" and message["id"] == number: return message
            say({"type": "hello", "proto": [1], "client": {"name": "script", "version": "1"}})
            number += 1
            say({"type": "call", "id": number, "method": "operation.run", "params": {}})
            while hear().get("kind") != "start": pass
            answer = call("operation.prompt", {"kind": "complete_otp", "text": "Authorize this machine.",
                                               "otp_url": "\(page)", "expires_ms": 60000})
            if "error" in answer: sys.exit(2)
            \(ending)
            """
        try FileManager.default.removeItem(atPath: program)
        try text.write(toFile: program, atomically: false, encoding: .utf8)
        guard chmod(program, 0o755) == 0 else { throw TestFailure("chmod: \(errno)") }
    }
}
