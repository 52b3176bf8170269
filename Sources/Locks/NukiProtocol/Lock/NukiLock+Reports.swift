extension NukiLock {
    /// Returns the lock's state, in the form of the lock's generation.
    package func states(at now: Duration) -> NukiKeyturnerStates {
        var states = NukiKeyturnerStates(
            lockState: lockState,
            time: time(at: now),
            zoneMinutes: settings.zoneMinutes,
            battery: battery
        )
        if pairingUntil != nil { states.operatingMode = 1 }
        states.configurationCount = configurationCount
        states.lockAndGoTimer = lockAndGoTimer
        guard settings.statesForm.rawValue >= 19 else { return states }
        states.last = last
        states.last?.doorSensor = door
        guard settings.statesForm.rawValue >= 21 else { return states }
        states.accessories = .init(nightMode: 0, battery: 0)
        guard settings.statesForm.rawValue >= 27 else { return states }
        states.connectivity = NukiKeyturnerStates.Connectivity.none
        return states
    }

    /// Returns the configuration in the form of the vendor's document 2.1. An Ultra's configuration is followed by the
    /// device type.
    package func configuration(at now: Duration) -> NukiConfiguration {
        var configuration = NukiConfiguration(nukiID: settings.nukiID, name: settings.name, time: time(at: now))
        configuration.zoneMinutes = settings.zoneMinutes
        switch settings.kind {
        case .classic:
            configuration.firmware = [2, 12, 4]
            configuration.hardware = [5, 8]
        case .ultra:
            configuration.firmware = [5, 1, 2]
            configuration.hardware = [15, 1]
            configuration.trailer = [0, 0, 0, 5]
        }
        return configuration
    }

    /// Plausible figures for a lock whose charge is given by `battery`.
    package var batteryReport: NukiBatteryReport {
        var report = NukiBatteryReport()
        report.millivolts = UInt16(4_000 + min(battery.percent, 100) * 20)
        report.isCritical = battery.isCritical
        report.lastAction = last.action
        report.startMillivolts = report.millivolts
        report.lowestMillivolts = report.millivolts - 300
        report.distanceDegrees = 720
        report.startCelsius = 21
        report.maximumMilliamperes = 500
        return report
    }

    /// Returns the name that a lock advertises until somebody gives it another name: the vendor's pattern of a prefix
    /// and the printed number.
    package static func advertisedName(nukiID: UInt32, prefix: String = "Nuki_") -> String {
        let digits = String(nukiID, radix: 16, uppercase: true)
        return prefix + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
