import Wire

/// A parameter that a route knows.
struct ParameterSpec: Equatable {
    /// The allowed content of a parameter.
    enum Kind: Equatable {
        case string
        case strings
        case integer(ClosedRange<Int64>)
        case boolean
        case timestamp
        case timestamps
        case object
    }

    let name: String
    let kind: Kind
    var isRequired = false

    static func text(_ name: String, required: Bool = false) -> ParameterSpec {
        ParameterSpec(name: name, kind: .string, isRequired: required)
    }

    static func texts(_ name: String, required: Bool = false) -> ParameterSpec {
        ParameterSpec(name: name, kind: .strings, isRequired: required)
    }
}

/// The parameters of a call, checked against the route's list. Unknown parameters are dropped, as in the real API.
struct Parameters: Equatable {
    private var values: [String: JSON] = [:]

    init() {}

    /// Reads the query of a GET request, in every form that the SDKs use. Lists have repeated names, `name[]` or
    /// commas, objects have dots, and null is an empty value.
    init(query: QueryString, specs: [ParameterSpec]) throws(APIError) {
        for spec in specs {
            if spec.kind == .object {
                values[spec.name] = try Self.object(query, spec)
                continue
            }
            let named = query.fields.filter { $0.name == spec.name || $0.name == spec.name + "[]" }.map(\.value)
            values[spec.name] = try Self.value(named, spec)
        }
        try checkRequired(specs)
    }

    /// Reads the JSON object of any other request.
    init(body: JSONObject, specs: [ParameterSpec]) throws(APIError) {
        for spec in specs {
            guard let value = body[spec.name], value != .null else { continue }
            guard Self.accepts(value, spec.kind) else { throw .invalidInput(spec.name, "Invalid value") }
            values[spec.name] = value
        }
        try checkRequired(specs)
    }

    subscript(name: String) -> JSON? { values[name] }

    func string(_ name: String) -> String? { values[name]?.stringValue }

    func strings(_ name: String) -> [String]? { values[name]?.arrayValue?.compactMap(\.stringValue) }

    func integer(_ name: String) -> Int? { values[name]?.integerValue.map { Int($0) } }

    func boolean(_ name: String) -> Bool? { values[name]?.boolValue }

    func timestamp(_ name: String) -> Timestamp? { string(name).flatMap { Timestamp($0) } }

    /// Returns the value of a parameter that the route requires.
    func required(_ name: String) throws(APIError) -> String {
        guard let value = string(name) else { throw .invalidInput(name, "Required") }
        return value
    }

    /// Returns a text that identifies the filters of a list, so that a cursor used with other filters can be refused.
    func fingerprint(excluding names: Set<String>) -> String {
        values.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value.text)" }.joined(separator: "&")
    }

    private func checkRequired(_ specs: [ParameterSpec]) throws(APIError) {
        for spec in specs where spec.isRequired && values[spec.name] == nil {
            throw .invalidInput(spec.name, "Required")
        }
    }

    private static func accepts(_ value: JSON, _ kind: ParameterSpec.Kind) -> Bool {
        switch kind {
        case .string: value.stringValue != nil
        case .strings: value.arrayValue?.allSatisfy { $0.stringValue != nil } ?? false
        case .integer(let range): value.integerValue.map(range.contains) ?? false
        case .boolean: value.boolValue != nil
        case .timestamp: value.stringValue.flatMap { Timestamp($0) } != nil
        case .timestamps: value.arrayValue?.allSatisfy { accepts($0, .timestamp) } ?? false
        case .object: value.objectValue != nil
        }
    }

    private static func value(_ texts: [String], _ spec: ParameterSpec) throws(APIError) -> JSON? {
        switch spec.kind {
        case .strings, .timestamps:
            guard !texts.isEmpty else { return nil }
            let list = JSON.strings(texts.flatMap { $0.split(separator: ",").map(String.init) })
            guard accepts(list, spec.kind) else { throw .invalidInput(spec.name, "Invalid value") }
            return list
        case .string, .integer, .boolean, .timestamp, .object:
            guard texts.count <= 1 else { throw .invalidInput(spec.name, "Expected one value, received several") }
            guard let text = texts.first, !text.isEmpty else { return nil }
            guard let value = scalar(text, spec.kind), accepts(value, spec.kind) else {
                throw .invalidInput(spec.name, "Invalid value")
            }
            return value
        }
    }

    /// Returns an object from fields of the form `name.key=value`. All members of the object are strings.
    private static func object(_ query: QueryString, _ spec: ParameterSpec) throws(APIError) -> JSON? {
        let prefix = spec.name + "."
        let members = query.fields.filter { $0.name.hasPrefix(prefix) }
            .map { JSONMember(key: String($0.name.dropFirst(prefix.count)), value: .string($0.value)) }
        guard Set(members.map(\.key)).count == members.count else { throw .invalidInput(spec.name, "Invalid value") }
        return members.isEmpty ? nil : .object(JSONObject(members))
    }

    private static func scalar(_ text: String, _ kind: ParameterSpec.Kind) -> JSON? {
        switch kind {
        case .integer: Int64(text).map(JSON.integer)
        case .boolean: text == "true" ? true : text == "false" ? false : nil
        case .string, .timestamp: .string(text)
        case .strings, .timestamps, .object: nil
        }
    }
}
