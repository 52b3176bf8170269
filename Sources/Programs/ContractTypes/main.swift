import Foundation

// The command `ContractTypes OUTPUT all|methods|values "MODULE …" "GIVEN …" CONTRACT…` writes the types of contracts as
// Swift code, without the given types. The second argument selects what is written: everything, the methods together
// with the types in them, or the types that are not in methods. The command `ContractTypes OUTPUT reasons FILE` writes
// the reasons.
do {
    let arguments = CommandLine.arguments
    if arguments.count == 4, arguments[2] == "reasons" {
        let text = try SwiftText.reasons(Tree(file: arguments[3])).joined(separator: "\n")
        try text.write(toFile: arguments[1], atomically: true, encoding: .utf8)
        exit(0)
    }
    guard arguments.count > 5, let part = SwiftText.Part(rawValue: arguments[2]) else {
        throw ContractReader.Fault("takes five arguments or more, the second all, methods or values")
    }
    let lists = arguments[3...4].map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    let trees = try arguments.dropFirst(5).map { file in
        do { return try Tree(file: file) } catch { throw ContractReader.Fault("\(file): \(error)") }
    }
    let contracts = try ContractReader(trees, given: Set(lists[1]))
    let text = SwiftText.lines(contracts, part, with: lists[0]).joined(separator: "\n")
    try text.write(toFile: arguments[1], atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("ContractTypes: \(error)\n".utf8))
    exit(1)
}
