import Foundation
import PackagePlugin

/// Has the types of contracts made before the target that uses them is compiled.
@main
struct ContractPlugin: BuildToolPlugin {
    /// For each target its contracts, which part of them it has, the modules that this needs, and the types that are
    /// declared by hand. Of a type in two contracts the first has all members.
    private static let contracts: [String: (contracts: String, part: String, modules: String, given: String)] = [
        "RadioAPI": (
            "radio", "all", "MethodAPI RadioModel Wire",
            "BluetoothUUID CharacteristicPath DeviceAddress GATTService RadioState WireError.Effect"
        ),
        "SeamModel": (doors, "values", "RadioModel Wire", givenDoors),
        "SessionAPI": (doors, "methods", "MethodAPI RadioModel SeamModel Wire", givenDoors),
        "SignalAPI": ("lifesignal people delivery", "all", "MethodAPI Wire", "SignalID"),
    ]

    private static let doors = "session kiosk locks"
    private static let givenDoors = """
        Binding Confirmation CredentialError DeviceAddress KioskNotice KioskReport.Params KioskScreen KioskSet.Params
        LocalGrant LockStatus LocksBind.Params LocksGrant.Params LocksRebind.Item LocksRevoke.Params LocksRotate.Item
        NearbyDoor NearbyDoor.ID RadioState SessionForget.Params UnlockStart.Item UnlockWatch.Item WireError.Effect
        """

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let own = Self.contracts[target.name] else { return [] }
        let folder = context.package.directoryURL.appending(path: "Protocol/contract")
        let files = own.contracts.split(separator: " ").map { folder.appending(path: "\($0).json") }
        let output = context.pluginWorkDirectoryURL.appending(path: "Contracts.swift")
        return [
            .buildCommand(
                displayName: "Types of \(own.contracts)",
                executable: try context.tool(named: "ContractTypes").url,
                arguments: [output.path, own.part, own.modules, own.given] + files.map(\.path),
                inputFiles: files, outputFiles: [output])
        ]
    }
}
