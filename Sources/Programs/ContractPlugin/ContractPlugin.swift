import Foundation
import PackagePlugin

/// Has the types of contracts made before the target that uses them is compiled.
@main
struct ContractPlugin: BuildToolPlugin {
    /// For each target its contracts, the modules that their types need, and the types that are declared by hand, each
    /// as words. Of a type in two contracts the first has all members.
    private static let contracts: [String: (contracts: String, modules: String, given: String)] = [
        "RadioAPI": (
            "radio", "MethodAPI RadioModel Wire",
            "BluetoothUUID CharacteristicPath DeviceAddress GATTService RadioState WireError.Effect"
        ),
        "SignalAPI": ("lifesignal people delivery", "MethodAPI Wire", "SignalID"),
    ]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let own = Self.contracts[target.name] else { return [] }
        let folder = context.package.directoryURL.appending(path: "Protocol/contract")
        let files = own.contracts.split(separator: " ").map { folder.appending(path: "\($0).json") }
        let output = context.pluginWorkDirectoryURL.appending(path: "Contracts.swift")
        return [
            .buildCommand(
                displayName: "Types of \(own.contracts)",
                executable: try context.tool(named: "ContractTypes").url,
                arguments: [output.path, own.modules, own.given] + files.map(\.path),
                inputFiles: files, outputFiles: [output])
        ]
    }
}
