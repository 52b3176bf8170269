import Glibc
import SignalSender

@main
struct Main {
    static func main() async {
        exit(await SenderProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
