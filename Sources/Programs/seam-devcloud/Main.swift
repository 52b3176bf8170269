import DevCloud

@main
struct Main {
    static func main() async {
        await DevCloudProgram.main(Array(CommandLine.arguments.dropFirst()))
    }
}
