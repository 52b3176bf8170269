import Glibc
import SignalWeb

@main
struct Main {
    static func main() async {
        exit(await WebProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
