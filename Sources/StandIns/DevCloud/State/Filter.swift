import Wire

/// A parameter that narrows a list.
struct Filter: Sendable {
    let parameter: ParameterSpec
    /// Whether a row passes the parameter's value.
    private let admits: @Sendable (JSON, JSONObject) -> Bool

    /// The row's member equals the parameter.
    static func equal(_ name: String) -> Filter {
        Filter(parameter: .text(name)) { $0 == $1[name] }
    }

    /// The row's member, or one of the strings in it, equals the parameter.
    static func held(_ name: String, in members: String...) -> Filter {
        Filter(parameter: .text(name)) { value, row in
            guard let value = value.stringValue else { return false }
            return members.contains { row.string($0) == value || row.strings($0).contains(value) }
        }
    }

    /// The row's member is one of the parameter's strings.
    static func oneOf(_ name: String, _ member: String) -> Filter {
        Filter(parameter: .texts(name)) { $0.arrayValue?.contains($1[member] ?? .null) ?? false }
    }

    /// The row's member, false where absent, equals the parameter.
    static func flag(_ name: String) -> Filter {
        Filter(parameter: ParameterSpec(name: name, kind: .boolean)) { $0 == $1[name] ?? false }
    }

    /// The row was created before the parameter.
    static let createdBefore = Filter(parameter: ParameterSpec(name: "created_before", kind: .timestamp)) {
        value, row in
        guard let limit = value.stringValue.flatMap({ Timestamp($0) }), let time = row.time("created_at") else {
            return false
        }
        return time < limit
    }

    /// One of the row's members contains the text, in any case.
    static func search(_ members: String...) -> Filter {
        Filter(parameter: .text("search")) { value, row in
            guard let needle = value.stringValue?.lowercased() else { return false }
            return members.contains { row.string($0)?.lowercased().contains(needle) ?? false }
        }
    }

    /// A condition that only this list has.
    static func condition(
        _ parameter: ParameterSpec,
        _ admits: @escaping @Sendable (JSON, JSONObject) -> Bool
    ) -> Filter {
        Filter(parameter: parameter, admits: admits)
    }

    private init(parameter: ParameterSpec, admits: @escaping @Sendable (JSON, JSONObject) -> Bool) {
        self.parameter = parameter
        self.admits = admits
    }

    func admits(_ row: JSONObject, _ parameters: Parameters) -> Bool {
        parameters[parameter.name].map { admits($0, row) } ?? true
    }
}

extension [Filter] {
    /// Their description in the route's list of parameters.
    var parameters: [ParameterSpec] { map(\.parameter) }
}

extension [JSONObject] {
    /// The rows that pass every filter that the call names.
    func matching(_ filters: [Filter], _ call: Call) -> [JSONObject] {
        let named = filters.filter { call.parameters[$0.parameter.name] != nil }
        guard !named.isEmpty else { return self }
        return filter { row in named.allSatisfy { $0.admits(row, call.parameters) } }
    }
}
