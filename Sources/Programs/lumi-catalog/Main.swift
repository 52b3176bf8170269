import Glibc
import LumiCatalog

@main
struct Main {
    @MainActor static func main() {
        exit(CatalogProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
