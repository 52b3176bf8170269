import CommandLineTool
import Glibc

@main
struct Main {
    static func main() {
        exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
    }
}
