import Glibc
import TerminalClient

@main
struct Main {
    @MainActor static func main() {
        exit(TerminalClient.run(Array(CommandLine.arguments.dropFirst())))
    }
}
