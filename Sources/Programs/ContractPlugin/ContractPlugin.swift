import Foundation
import PackagePlugin

/// Generates the types of contracts, and the table of reasons, before the target that uses them is compiled.
@main
struct ContractPlugin: BuildToolPlugin {
    /// The inputs of each target: its contracts, the part of the contracts that the target contains, the modules that
    /// this part needs, and the hand-written types. If a type is in two contracts, the first contract has all its
    /// members.
    private static let contracts: [String: (contracts: String, part: String, modules: String, given: String)] = [
        "RadioAPI": (
            "radio", "all", "MethodAPI RadioModel Wire",
            "BluetoothUUID CharacteristicPath DeviceAddress GATTService RadioState WireError.Effect"
        ),
        "ProviderAPI": (
            "provider", "all", "MethodAPI RadioModel Wire",
            "AttributeValue BluetoothUUID CharacteristicPath Confirmation GATTService LockAction LockReport"
        ),
        "SeamModel": (doors, "values", "RadioModel Wire", givenDoors),
        "SessionAPI": (doors, "methods", "MethodAPI RadioModel SeamModel Wire", givenDoors),
        "SignalAPI": ("lifesignal people delivery web devices", "all", "MethodAPI Wire", "SignalID"),
    ]

    private static let doors = "session kiosk locks"
    private static let givenDoors = """
        Binding Confirmation CredentialError DeviceAddress KioskNotice KioskSet.Params
        LocalGrant LockStatus LocksBind.Params LocksGrant.Params LocksRebind.Item LocksRevoke.Params LocksRotate.Item
        NearbyDoor NearbyDoor.ID RadioState SessionForget.Params UnlockStart.Item UnlockWatch.Item WireError.Effect
        """

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Protocol")
        if target.name == "CommandLineTool" {
            return [try command(in: context, ["reasons"], from: [folder.appending(path: "reasons.json")])]
        }
        guard let own = Self.contracts[target.name] else { return [] }
        let files = own.contracts.split(separator: " ").map { folder.appending(path: "contract/\($0).json") }
        return [try command(in: context, [own.part, own.modules, own.given], from: files)]
    }

    private func command(in context: PluginContext, _ words: [String], from files: [URL]) throws -> Command {
        let output = context.pluginWorkDirectoryURL.appending(path: "Contracts.swift")
        return .buildCommand(
            displayName: "Types of \(files.map(\.lastPathComponent).joined(separator: ", "))",
            executable: try context.tool(named: "ContractTypes").url,
            arguments: [output.path] + words + files.map(\.path), inputFiles: files, outputFiles: [output])
    }
}
