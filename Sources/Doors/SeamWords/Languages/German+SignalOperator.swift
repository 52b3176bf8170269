extension SeamLanguage {
    /// The German texts of LifeSignal's messages to the operator of a machine.
    static let germanSignalOperator: [String: String] = [
        "Nobody else is alerted, because they have no responder.":
            "Sonst wird niemand verständigt: Die Person hat keinen Helfer.",
        "Messages to responders, by channel:": "Nachrichten an Helfer, nach Kanal:",
        "A message that was handed over has left this machine. Nobody may have read it.":
            "Eine übergebene Nachricht hat dieses Gerät verlassen. Vielleicht hat sie noch niemand gelesen.",
        "To see each message, run: seam signal deliveries": "Jede Nachricht zeigt: seam signal deliveries",
        "1 responder has no address, and sees the alarm only on this machine.":
            "1 Helfer hat keine Adresse und sieht den Alarm nur auf diesem Gerät.",
        "%@ responders have no address, and see the alarm only on this machine.":
            "%@ Helfer haben keine Adresse und sehen den Alarm nur auf diesem Gerät.",
        "1 responder has said that they cannot come.": "1 Helfer hat gesagt, dass er nicht kommen kann.",
        "%@ responders have said that they cannot come.": "%@ Helfer haben gesagt, dass sie nicht kommen können.",
        "%@ handed over": "%@ übergeben",
        "%@ failed": "%@ fehlgeschlagen",
        "%@ waiting": "%@ in der Warteschlange",
        "No deadline is watched, and no alarm is sent. Tell the people who rely on it.":
            "Keine Frist wird überwacht, und kein Alarm geht hinaus. Sagen Sie es allen, die sich darauf verlassen.",
        "To see which file is missing, run: journalctl -u lifesignald":
            "Welche Datei fehlt, zeigt: journalctl -u lifesignald",
        "Mount the disk, or put the store back. Then run: systemctl restart lifesignald":
            "Hängen Sie den Datenträger ein, oder legen Sie die Daten zurück. Dann: systemctl restart lifesignald",
        "When people are watched again, this address gets a message.":
            "Sobald wieder überwacht wird, kommt eine Nachricht an diese Adresse.",
        "Deadlines that passed in between are acted on now.":
            "Fristen, die inzwischen abgelaufen sind, werden jetzt behandelt.",
        "To check, run: seam signal clock": "Prüfen Sie es mit: seam signal clock",
        "The daemon has kept the damaged file, and goes on with the rows that it could read.":
            "Die beschädigte Datei ist aufgehoben. Weiter geht es mit allem, was noch lesbar war.",
        "To see what may be missing, run: journalctl -u lifesignald":
            "Was fehlen kann, zeigt: journalctl -u lifesignald",
        "Ask the people on this machine whether their data is complete, and check the disk.":
            "Fragen Sie die Menschen auf diesem Gerät, ob ihre Daten vollständig sind, und prüfen Sie den Datenträger.",
        "Then move the damaged file away. Until then, each start sends this message.":
            "Räumen Sie dann die beschädigte Datei weg. Bis dahin kommt diese Nachricht bei jedem Start.",
    ]
}
