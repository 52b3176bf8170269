package import RadioModel
package import SeamModel
package import Wire

extension LocksBind {
    package struct Params: JSONCodable, Hashable {
        /// The provider's name, such as `nuki`. It must match `[a-z0-9-]{1,32}`.
        package var provider: String
        package var workspaceID: String
        package var target: Binding.Target
        /// The lock to pair. Nil means the nearest lock that is ready. The person must confirm the nearest lock.
        package var device: DeviceAddress?
        /// The lock's name for people, from 1 to 64 bytes long.
        package var name: String?
        package var action: Binding.Action?

        package init(
            provider: String, workspaceID: String, target: Binding.Target, device: DeviceAddress? = nil,
            name: String? = nil, action: Binding.Action? = nil
        ) {
            self.provider = provider
            self.workspaceID = workspaceID
            self.target = target
            self.device = device
            self.name = name
            self.action = action
        }

        private static let providerRule = TextRule(#"^[a-z0-9-]{1,32}$"#, "1 to 32 of a-z, 0-9 and hyphen")

        package init(json: JSON, at path: String) throws(FieldFault) {
            var fields = try JSONFields(json, at: path)
            provider = try fields.string("provider", as: Self.providerRule)
            workspaceID = try fields.string("workspace_id", as: Rules.id)
            let entranceID = try fields.optionalString("entrance_id", as: Rules.id)
            let deviceID = try fields.optionalString("device_id", as: Rules.id)
            if var part = try fields.optionalFields("device") {
                device = try fields.optionalValue("device")
                _ = part.optionalJSON("address")
                _ = part.optionalJSON("address_type")
                try part.end()
            }
            name = try fields.optionalString("name", bytes: 1...64)
            action = try fields.optionalEnumeration("action")
            try fields.end()
            switch (entranceID, deviceID) {
            case (let id?, nil): target = .entrance(id)
            case (nil, let id?): target = .device(id)
            case (.some, .some): throw fields.fault("device_id", "must be absent if entrance_id is given")
            case (nil, nil): throw fields.fault("entrance_id", "must be given if device_id is missing")
            }
        }

        package var json: JSON {
            var entranceID: String?
            var deviceID: String?
            switch target {
            case .entrance(let id): entranceID = id
            case .device(let id): deviceID = id
            }
            return .members(
                ("provider", .string(provider)),
                ("workspace_id", .string(workspaceID)),
                ("entrance_id", entranceID.map(JSON.string)),
                ("device_id", deviceID.map(JSON.string)),
                ("device", device?.json),
                ("name", name.map(JSON.string)),
                ("action", action.map { .string($0.rawValue) })
            )
        }
    }
}

extension LocksAnswer {
    /// The largest number of bytes in an answer that is not a key.
    package static let longest = 64
    /// The largest number of bytes in a key that an owner shares.
    package static let longestKey = 512
}
