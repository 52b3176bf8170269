import ArgumentParser
import RPC
import RadioModel
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The command `seam locks`, with which administrators manage the locks that are bound to doors.
struct LocksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locks", abstract: "Bind locks to doors (administrators).",
        subcommands: [
            LocksListCommand.self, LocksStatusCommand.self, LocksBindCommand.self, LocksRebindCommand.self,
            LocksRotateCommand.self, LocksUnbindCommand.self, LocksGrantCommand.self, LocksRevokeCommand.self,
            LocksGrantsCommand.self,
        ],
        defaultSubcommand: LocksListCommand.self)
}

/// The command `seam locks list`.
struct LocksListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the bound locks, and what they last reported.")

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let bindings: [Binding] = try client.list(LocksList.self) { $0 }
        guard !console.isJSON else {
            for binding in bindings { try console.json(binding.json) }
            return
        }
        guard !bindings.isEmpty else { return try console.line("no locks are bound: see 'seam locks bind --help'") }
        let now = Timestamp.wall
        // `seam locks status` shows everything that does not fit into this table.
        var table = Table(
            "NAME", "DOOR", "STATE", "BATTERY", .spare("PROVIDER"), .spare("ACTION"), .spare("WORKSPACE"),
            .spare("ADDRESS"), .spare("BINDING"))
        for binding in bindings {
            let (state, stateStyle) = LockRendering.state(of: binding.status, at: now)
            let (battery, batteryStyle) = LockRendering.battery(of: binding.status)
            table.add(
                .init("\(LockRendering.name(of: binding))", .strong),
                .init("\(binding.entranceID ?? binding.deviceID ?? "-")"), .init(state, stateStyle),
                .init(battery, batteryStyle), .init("\(binding.provider)"), .init("\(binding.action.rawValue)"),
                .init("\(binding.workspaceID)"), .init("\(binding.device.address)"), .init("\(binding.id)", .faint))
        }
        try console.table(table)
    }
}

/// The command `seam locks unbind LOCK`.
struct LocksUnbindCommand: ConsoleCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unbind", abstract: "Forget a bound lock and erase its key.",
        discussion: """
            The lock still knows this machine until you reset the lock, or remove the machine from the lock's list.
            """)

    @Argument(
        help: "The binding's id, or the lock's name or address: see 'seam locks list'.",
        completion: .custom { _, _, _ in Completions.locks() })
    var binding: String

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        // An id that is not in the list is sent to the daemon anyway, which then decides.
        let isID = binding.hasPrefix("binding_")
        let known = isID ? try? LockChoice.lock(binding, of: client) : try LockChoice.lock(binding, of: client)
        let result = try client.call(LocksUnbind.self, .init(bindingID: known?.id ?? binding))
        if console.isJSON { return try console.json(result.json) }
        try console.line("the lock is unbound, and its key is erased")
        if let known { try console.line(Self.rest(of: known), .faint) }
    }

    /// A text about the entries that remain in the lock itself. Some locks list their clients, and others have one key
    /// for everybody.
    private static func rest(of binding: Binding) -> TerminalSafe {
        """
        the lock itself was not changed: if it lists its users, remove "\(binding.nameInLock)" there, in the \
        maker's app; if it has one key for everybody, reset it before you bind it again, unless its owner can share \
        the key
        """
    }
}

extension Binding.Action: ExpressibleByArgument {}
extension DeviceAddress.Kind: ExpressibleByArgument {}

/// The command `seam locks bind`, which pairs with a lock.
struct LocksBindCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "bind", abstract: "Pair with a lock and bind it to a door.",
        discussion: """
            Example: seam locks bind --provider nuki --workspace WORKSPACE --entrance ENTRANCE

            The door is an entrance of an access system, or a device in the cloud. Without --device, seam takes the \
            nearest lock that is ready to pair, once you have confirmed that it is the right one. If a PIN is needed, \
            you are asked for it, and it is not shown.

            A lock that already has an owner needs --device, and the key with which the owner shares it, such as the \
            text of a QR code: enter it when you are asked. It is not shown.
            """
    )

    @Option(help: "The lock provider: see 'seam providers'.")
    var provider: String

    @Option(help: "The workspace's id in the cloud.")
    var workspace: String

    @Option(help: "The entrance's id in the cloud.")
    var entrance: String?

    @Option(help: "The device's id in the cloud, for a lock without an access system.")
    var cloudDevice: String?

    @Option(help: "The lock's Bluetooth address, as in 54:D2:72:C3:35:C5.")
    var device: String?

    @Option(help: "The kind of --device: public or random.")
    var addressType: DeviceAddress.Kind = .public

    @Option(help: "A name for people to read, up to 64 bytes.")
    var name: String?

    @Option(help: "How to open the door: unlock or unlatch.")
    var action: Binding.Action?

    @Flag(help: "Take the lock that is found, without asking whether it is the right one.")
    var yes = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard (entrance == nil) != (cloudDevice == nil) else {
            throw ValidationError("give either --entrance or --cloud-device")
        }
        if let device, DeviceAddress(address: device.uppercased(), kind: addressType) == nil {
            throw ValidationError("--device must be an address such as 54:D2:72:C3:35:C5")
        }
    }

    func perform(on console: Console) throws {
        let target = entrance.map(Binding.Target.entrance) ?? .device(cloudDevice ?? "")
        let address = device.flatMap { DeviceAddress(address: $0.uppercased(), kind: addressType) }
        let params = LocksBind.Params(
            provider: provider, workspaceID: workspace, target: target, device: address, name: name, action: action)
        let client = try Link.open(.admin, console.environment)
        let dialogue = BindDialogue(client: client, console: console, confirmsAll: yes)
        let binding: Binding
        do throws(WireError) {
            binding = try client.stream(LocksBind.self, params) { item, message in dialogue.step(item, message) }
        } catch {
            // The dialogue's own failure is closer to the cause than the resulting cancellation.
            throw dialogue.failure ?? error
        }
        if console.isJSON { return try console.json(.members(("result", binding.json))) }
        try console.line("bound \(binding.device.address) as \(binding.id)", .good)
        guard binding.isUnverified else { return }
        try console.line("not verified: the lock has not proved that it has the key", .warning)
        try console.line("open the lock once; if that fails, reset it, then run 'seam locks rebind \(binding.id)'")
    }
}
