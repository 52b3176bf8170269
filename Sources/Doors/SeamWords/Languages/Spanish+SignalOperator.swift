extension SeamLanguage {
    /// The Spanish texts of LifeSignal's messages to the operator of a machine.
    static let spanishSignalOperator: [String: String] = [
        "Nobody else is alerted, because they have no responder.":
            "No se avisa a nadie más: esa persona no tiene ayudantes.",
        "Messages to responders, by channel:": "Mensajes a los ayudantes, por canal:",
        "A message that was handed over has left this machine. Nobody may have read it.":
            "Un mensaje entregado ha salido de este equipo. Quizá nadie lo haya leído.",
        "To see each message, run: seam signal deliveries": "Para ver cada mensaje, ejecute: seam signal deliveries",
        "1 responder has no address, and sees the alarm only on this machine.":
            "1 ayudante no tiene dirección y solo ve la alarma en este equipo.",
        "%@ responders have no address, and see the alarm only on this machine.":
            "%@ ayudantes no tienen dirección y solo ven la alarma en este equipo.",
        "1 responder has said that they cannot come.": "1 ayudante ha dicho que no puede ir.",
        "%@ responders have said that they cannot come.": "%@ ayudantes han dicho que no pueden ir.",
        "%@ handed over": "entregados: %@",
        "%@ failed": "fallidos: %@",
        "%@ waiting": "en espera: %@",
        "No deadline is watched, and no alarm is sent. Tell the people who rely on it.":
            "No se vigila ningún plazo ni se envía ninguna alarma. Dígaselo a quienes confían en ello.",
        "To see which file is missing, run: journalctl -u lifesignald":
            "Para ver qué archivo falta, ejecute: journalctl -u lifesignald",
        "Mount the disk, or put the store back. Then run: systemctl restart lifesignald":
            "Monte el disco o reponga los datos. Después ejecute: systemctl restart lifesignald",
        "When people are watched again, this address gets a message.":
            "Cuando se vuelva a vigilar, esta dirección recibirá un mensaje.",
        "Deadlines that passed in between are acted on now.":
            "Ahora se atienden los plazos que vencieron mientras tanto.",
        "To check, run: seam signal clock": "Para comprobarlo, ejecute: seam signal clock",
        "The daemon has kept the damaged file, and goes on with the rows that it could read.":
            "El archivo dañado se ha guardado. Se sigue con todo lo que se pudo leer.",
        "To see what may be missing, run: journalctl -u lifesignald":
            "Para ver qué puede faltar, ejecute: journalctl -u lifesignald",
        "Ask the people on this machine whether their data is complete, and check the disk.":
            "Pregunte a las personas de este equipo si sus datos están completos y revise el disco.",
        "Then move the damaged file away. Until then, each start sends this message.":
            "Después retire el archivo dañado. Hasta entonces, cada arranque envía este mensaje.",
    ]
}
