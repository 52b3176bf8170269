import BusCheck
import Glibc

@main
struct Main {
    static func main() {
        exit(BusCheckProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
