import ProviderRuntime

@main
struct Main {
    static func main() {
        ProviderLauncher.main(CommandLine.arguments)
    }
}
