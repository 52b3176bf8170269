import Glibc
import SignalService

@main
struct Main {
    static func main() async {
        exit(await SignalProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
