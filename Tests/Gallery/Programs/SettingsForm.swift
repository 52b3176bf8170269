import SwiftUI

enum Appearance: String, CaseIterable {
    case system, light, dark
    var title: String { rawValue.capitalized }
}

final class SettingsModel: ObservableObject {
    @Published var name = "Ada"
    @Published var notifications = true
    @Published var sound = "Chime"
    @Published var volume = 0.5
    @Published var reminders = 2
    @Published var appearance = Appearance.system
    let sounds = ["Chime", "Bell", "Silence"]
    func reset() { (notifications, sound, volume, reminders, appearance) = (true, "Chime", 0.5, 2, .system) }
}

/// A form of settings.
public struct SettingsFormView: View {
    @StateObject private var model = SettingsModel()
    @AppStorage("analytics") private var sendsAnalytics = false
    @State private var asksForReset = false
    @State private var showsAdvanced = false
    public init() {}
    public var body: some View {
        NavigationStack {
            Form {
                Section("Profile") {
                    TextField("Name", text: $model.name).autocorrectionDisabled()
                    LabeledContent("Version", value: "1.2.3")
                }
                Section {
                    Toggle(isOn: $model.notifications.animation()) {
                        Label("Notifications", systemImage: "bell").labelStyle(.titleAndIcon)
                    }
                    if model.notifications {
                        Picker("Sound", selection: $model.sound) { ForEach(model.sounds, id: \.self) { Text($0) } }
                        Slider(value: $model.volume, in: 0...1, step: 0.1) { Text("Volume") }
                        Stepper("Reminders: \(model.reminders)", value: $model.reminders, in: 0...5)
                    }
                } header: {
                    Text("Alerts")
                } footer: {
                    Text("Sounds follow the volume of the device.")
                }
                Section("Display") {
                    Picker("Appearance", selection: $model.appearance) {
                        ForEach(Appearance.allCases, id: \.self) { Text($0.title).tag($0) }
                    }
                    .pickerStyle(.segmented)
                    DisclosureGroup("Advanced", isExpanded: $showsAdvanced) {
                        Toggle("Send analytics", isOn: $sendsAnalytics)
                        NavigationLink("Licences") { Text("MIT License").navigationTitle("Licences") }
                    }
                }
                Button("Reset all settings", role: .destructive) { asksForReset = true }
            }
            .navigationTitle("Settings")
            .confirmationDialog("Reset all settings?", isPresented: $asksForReset, titleVisibility: .visible) {
                Button("Reset", role: .destructive) { model.reset() }
                Button("Cancel", role: .cancel) {}
            } message: {
                Text("This cannot be undone.")
            }
            .onChange(of: model.appearance) { _, new in showsAdvanced = new == .dark || showsAdvanced }
        }
    }
}

#Preview("Settings") { SettingsFormView() }
