import Glibc
import RadioService

@main
struct Main {
    static func main() async {
        exit(await RadioProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
