import SeamModel
import Wire

extension UnlockItem {
    /// The item as the journal keeps it: `{"kind": …, "data": …}`.
    var stored: String { JSON.members(("kind", .string(kind)), ("data", json)).text }

    /// Reads what ``stored`` wrote.
    init?(stored text: String) {
        guard let json = try? JSON(parsing: text.utf8), let data = json["data"],
            let item = try? UnlockItem(json: data)
        else { return nil }
        self = item
    }
}
