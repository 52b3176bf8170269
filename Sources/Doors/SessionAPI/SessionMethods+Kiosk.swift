internal import CContracts
package import SeamModel
package import Wire

/// The contract of public screens as this program was built with.
package enum KioskContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_kiosk()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}

/// `kiosk.report`: a public screen says how it is, and hears what administrators have said. Only for the kiosk's users.
package enum KioskReport: TypedMethod {
    package static let name = "kiosk.report"
    package typealias Result = KioskNotice

    package struct Params: JSONRecord, Hashable {
        package var report: KioskScreenReport

        package init(_ report: KioskScreenReport) { self.report = report }

        package init(fields: inout JSONFields) throws(FieldFault) {
            report = try KioskScreenReport(fields: &fields, knowsAllEnds: true)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) { report.writeMembers(to: &writer) }
    }
}

/// `kiosk.list`: the screens that have reported, and what they are told. Administrators only.
package enum KioskList: ReadingMethod {
    package static let name = "kiosk.list"

    package struct Params: JSONRecord, Hashable {
        package init() {}

        package init(fields: inout JSONFields) throws(FieldFault) { try fields.end() }

        package func writeMembers(to writer: inout JSONWriter) {}
    }

    package struct Result: JSONRecord, Hashable {
        /// By name; at most ``most``.
        package var screens: [KioskScreen]
        package var notice: KioskNotice

        /// As many screens as are kept.
        package static let most = 64

        package init(screens: [KioskScreen], notice: KioskNotice) {
            self.screens = screens
            self.notice = notice
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            guard fields.has("screens") else { throw fields.missing("screens") }
            screens = try fields.values("screens", count: 0...Self.most)
            notice = try fields.value("notice")
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("screens", screens)
            writer.member("notice", notice)
        }
    }
}

/// `kiosk.set`: what all screens of this machine are told from now on. Administrators only.
package enum KioskSet: TypedMethod {
    package static let name = "kiosk.set"
    package typealias Result = KioskNotice

    package struct Params: JSONRecord, Hashable {
        /// Nil: as it is.
        package var isOutOfService: Bool?
        /// Nil: as it is; empty: none.
        package var message: String?

        package init(isOutOfService: Bool? = nil, message: String? = nil) {
            self.isOutOfService = isOutOfService
            self.message = message
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            isOutOfService = try fields.optionalBool("out_of_service")
            message = try fields.optionalString("message", bytes: 0...KioskNotice.longestMessage)
            guard message?.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) ?? true else {
                throw fields.fault("message", "must have no control characters")
            }
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("out_of_service", isOutOfService)
            writer.member("message", message)
        }
    }
}
