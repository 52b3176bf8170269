import Foundation

// `ContractTypes OUTPUT "MODULE …" "GIVEN …" CONTRACT…`: the types of contracts as Swift, without those that are given.
do {
    let arguments = CommandLine.arguments
    guard arguments.count > 4 else { throw ContractReader.Fault("takes four arguments or more") }
    let lists = arguments[2...3].map { $0.split(separator: " ").map(String.init) }
    let trees = try arguments.dropFirst(4).map { file in
        do { return try Tree(file: file) } catch { throw ContractReader.Fault("\(file): \(error)") }
    }
    let contracts = try ContractReader(trees, given: Set(lists[1]))
    let text = SwiftText.lines(contracts, with: lists[0]).joined(separator: "\n")
    try text.write(toFile: arguments[1], atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("ContractTypes: \(error)\n".utf8))
    exit(1)
}
