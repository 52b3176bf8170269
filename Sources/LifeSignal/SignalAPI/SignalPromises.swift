internal import CContracts
package import Wire

/// LifeSignal's promises and the figures that show how well they are kept. The figures come from the last full run of
/// LifeSignal's tests before this program was built (`deploy/lanes/promises`).
package struct SignalPromises: JSONRecord, Hashable {
    /// The date of the measurement, such as `2026-11-27`.
    package var measuredOn: String
    package var release: String
    /// The processors of the measuring machine.
    package var machine: String
    package var promises: [Promise]
    package var scale: [Scale]

    /// One promise, and how it was measured.
    package struct Promise: JSONRecord, Hashable {
        /// The promise's id: `P1`, `P2` and so on.
        package var id: String
        package var promise: String
        package var goal: String
        /// The figures of comparable systems.
        package var others: String
        /// How the promise is measured.
        package var how: String
        /// The measured figures. The value is empty if nothing was measured.
        package var figures: [String]

        package init(fields: inout JSONFields) throws(FieldFault) {
            id = try fields.string("id", bytes: 1...8)
            promise = try fields.string("promise", bytes: 1...200)
            goal = try fields.string("goal", bytes: 1...200)
            others = try fields.string("others", bytes: 1...200)
            how = try fields.string("how", bytes: 1...400)
            figures = try fields.strings("figures", count: 0...64, bytes: 1...400)
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
            writer.member("promise", promise)
            writer.member("goal", goal)
            writer.member("others", others)
            writer.member("how", how)
            writer.member("figures", figures)
        }
    }

    /// The resources that one machine needs for a given number of people.
    package struct Scale: JSONRecord, Hashable {
        package var people: Int64
        /// The daemon's resident memory, in MiB.
        package var resident: Int64
        /// The size of the store, in MiB.
        package var store: Int64
        /// The number of check-ins per second, with 64 clients.
        package var checkIns: Int64
        /// The number of wake-ups per minute while nothing falls due.
        package var wakeUps: Int64
        /// Processor time per minute while nothing falls due, in milliseconds.
        package var processor: Int64

        package init(fields: inout JSONFields) throws(FieldFault) {
            let most = JSON.largestInteger
            people = try fields.integer("people", in: 1...most)
            resident = try fields.integer("resident_mib", in: 0...most)
            store = try fields.integer("store_mib", in: 0...most)
            checkIns = try fields.integer("check_ins", in: 0...most)
            wakeUps = try fields.integer("wake_ups_a_minute", in: 0...most)
            processor = try fields.integer("processor_ms_a_minute", in: 0...most)
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("people", people)
            writer.member("resident_mib", resident)
            writer.member("store_mib", store)
            writer.member("check_ins", checkIns)
            writer.member("wake_ups_a_minute", wakeUps)
            writer.member("processor_ms_a_minute", processor)
        }
    }

    /// Reads the promises that were compiled into this program. Throws only if the built-in file is malformed.
    package static func built() throws -> SignalPromises {
        let page = unsafe seam_promises()
        let bytes = unsafe Array(UnsafeBufferPointer(start: page.bytes, count: page.count))
        return try SignalPromises(json: JSON(parsing: bytes))
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        measuredOn = try fields.string("measured_on", bytes: 10...10)
        release = try fields.string("release", bytes: 1...32)
        machine = try fields.string("machine", bytes: 1...200)
        promises = try fields.values("promises", count: 1...64)
        scale = try fields.values("scale", count: 0...16)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("measured_on", measuredOn)
        writer.member("release", release)
        writer.member("machine", machine)
        writer.member("promises", promises)
        writer.member("scale", scale)
    }
}
