import Glibc
import SessionService

@main
struct Main {
    static func main() async {
        exit(await SessionProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
