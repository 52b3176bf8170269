import Glibc

@main
struct Main {
    static func main() {
        exit(BenchProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
