import CloudModel
package import RadioModel
package import SeamModel

/// A door that a key opens at this machine, and the lock that must be heard for this. Only the key's owner learns about
/// the door.
package struct NearbyKey: Sendable, Hashable, Identifiable {
    package var id: NearbyDoor.ID
    /// The key's name.
    package var name: String
    package var entranceName: String
    /// The lock's address, which an unlock also uses to find the lock.
    package var device: DeviceAddress

    package init(id: NearbyDoor.ID, name: String, entranceName: String, device: DeviceAddress) {
        self.id = id
        self.name = name
        self.entranceName = entranceName
        self.device = device
    }
}

extension DerivedCredential {
    /// The doors that the key opens nearby now, under the rules of ``Preflight``. The list is empty while an
    /// error blocks the key at the door.
    package var nearbyKeys: [NearbyKey] {
        guard credential.proximities.contains(.nearby), missingProvider == nil, errors(for: .nearby).isEmpty else {
            return []
        }
        return doors.compactMap { door in
            guard let binding = door.binding else { return nil }
            return NearbyKey(
                id: .init(credentialID: credential.id, entranceID: door.entrance.id), name: credential.name,
                entranceName: door.entrance.name, device: binding.device)
        }
    }
}

extension PersonKeys {
    /// Every door at this machine that one of the keys opens nearby now, in the order of the keys. Only keys to doors
    /// that have a lock at this machine are derived, but this still takes a while if there are many.
    package var nearbyKeys: [NearbyKey] {
        let found = (cloud?.nearbyKeys ?? []) + local.flatMap(\.nearbyKeys)
        return found.enumerated()
            .sorted {
                ($0.element.name, $0.element.id.credentialID, $0.offset)
                    < ($1.element.name, $1.element.id.credentialID, $1.offset)
            }
            .map(\.element)
    }
}

extension KeyList {
    fileprivate var nearbyKeys: [NearbyKey] {
        let bindings = derivation.bindings.filter { $0.workspaceID == order.snapshot.workspace.id }
        guard !bindings.isEmpty else { return [] }
        let entrances = Set(bindings.compactMap(\.entranceID))
        let devices = Set(bindings.compactMap(\.deviceID))
        return indices.flatMap { index -> [NearbyKey] in
            switch order.entries[index] {
            case .credential(_, .mobileKey, let doors, _):
                guard let doors, doors.contains(where: entrances.contains) else { return [] }
            case .lock(let place): guard devices.contains(order.snapshot.locks[place].id) else { return [] }
            // Keys with other methods cannot open a door nearby.
            case .credential: return []
            }
            return self[index].nearbyKeys
        }
    }
}
