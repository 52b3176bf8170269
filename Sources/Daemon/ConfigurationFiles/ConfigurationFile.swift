package import LinuxSupport
package import Wire

/// A program's configuration: a file of strict JSON, read once at startup.
package protocol ConfigurationFile: Sendable {
    /// The path of the file, if the program's arguments give no other path.
    static var place: String { get }
    /// Whether the file at ``place`` may be absent.
    static var mayBeAbsent: Bool { get }

    /// Reads the members that this configuration knows. Throws a ``FieldFault`` if a member is wrong, a
    /// ``ConfigurationError``, or the ``LinuxError`` of a failed lookup.
    init(_ fields: inout JSONFields, accounts: AccountLookup) throws
}

extension ConfigurationFile {
    /// The largest size of a configuration file, in bytes.
    package static var fileLimit: Int { 262_144 }

    /// Reads the file at `path`. If there is no path, reads the file at ``place``. Throws a ``ConfigurationError`` that
    /// names the file, and also the line and column if they are known.
    package static func read(_ path: String? = nil) throws(ConfigurationError) -> Self {
        let name = path ?? place
        return try parse(try contents(of: name, orNothing: path == nil && mayBeAbsent), name: name)
    }

    /// Reads the configuration from `bytes`. Errors use `name` as the file's name.
    package static func parse(
        _ bytes: [UInt8], name: String, accounts: AccountLookup = .machine
    ) throws(ConfigurationError) -> Self {
        try naming(name, bytes) { fields in
            let configuration = try Self(&fields, accounts: accounts)
            try fields.end()
            return configuration
        }
    }

    /// Returns the result of `take` for some members of the file at `path`; all other members may be wrong. Throws the
    /// same errors as ``read(_:)``.
    package static func part<Value>(
        of path: String, _ take: (inout JSONFields) throws -> Value
    ) throws(ConfigurationError) -> Value {
        try naming(path, try contents(of: path, orNothing: false), take)
    }

    private static func contents(of path: String, orNothing: Bool) throws(ConfigurationError) -> [UInt8] {
        do throws(LinuxError) {
            return try SystemFile.read(path, limit: fileLimit)
        } catch {
            guard orNothing, error.code == .notFound else { throw ConfigurationError("\(path): \(error.message)") }
            return Array("{}".utf8)
        }
    }

    private static func naming<Value>(
        _ name: String, _ bytes: [UInt8], _ take: (inout JSONFields) throws -> Value
    ) throws(ConfigurationError) -> Value {
        do {
            var fields = try JSONFields(try JSON(parsing: bytes))
            return try take(&fields)
        } catch let fault as JSONFault {
            let (line, column) = fault.position(in: bytes)
            throw ConfigurationError("\(name):\(line):\(column): \(fault.rule.rawValue.replacing("_", with: " "))")
        } catch let fault as FieldFault {
            let (line, column) = fault.position(in: bytes)
            throw ConfigurationError("\(name):\(line):\(column): \(fault.description)")
        } catch let error as ConfigurationError {
            throw ConfigurationError("\(name): \(error.message)")
        } catch let error as LinuxError {
            throw ConfigurationError("\(name): \(error.message)", mayPass: error.code == .lookupFailed)
        } catch {
            throw ConfigurationError("\(name): cannot be read")
        }
    }
}
