extension SeamLanguage {
    /// The Spanish texts of the pages behind links.
    static let spanishSignalWeb: [String: String] = [
        "The alarm of %@ is over.": "La alarma de %@ ha terminado.",
        "Phone %@ now: %@": "Llame ahora a %@: %@",
        "If you think that they are in danger, call the emergency services.":
            "Si cree que esa persona está en peligro, llame a los servicios de emergencia.",
        "LifeSignal is not watching at the moment, and alerts nobody.":
            "LifeSignal no vigila en este momento y no avisa a nadie.",
        "Phone %@": "Llamar a %@",
        "1 of them has said that they cannot come.": "1 ha dicho que no puede ir.",
        "%@ of them have said that they cannot come.": "%@ han dicho que no pueden ir.",
        "Word of the alarm: %@": "Palabra de la alarma: %@",
        "You have been on the way since %@.": "Usted va en camino desde %@.",
        "Another responder has been on the way since %@.": "Otro ayudante va en camino desde %@.",
        "The operator of this machine has been seeing to it since %@.":
            "El operador de este equipo se ocupa de ello desde %@.",
        "Somebody has been on the way since %@.": "Alguien va en camino desde %@.",
        "You have said that you cannot come.": "Usted ha dicho que no puede ir.",
        "The alarm is over. %@": "La alarma ha terminado. %@",
        "No further messages follow.": "No habrá más mensajes.",
        "More people are alerted if nobody is on the way by then: %@":
            "Se avisará a más personas si hasta entonces nadie va en camino: %@",
        "You are then asked whether all is well: %@": "Entonces se le preguntará si todo va bien: %@",
        "They are then asked whether all is well: %@": "Entonces se le preguntará a esa persona si todo va bien: %@",
        "now": "ahora",
        "in 1 minute": "en 1 minuto",
        "in %@ minutes": "en %@ minutos",
        "in %@ hours": "en %@ horas",
        "LifeSignal is not an emergency service.": "LifeSignal no es un servicio de emergencia.",
        "There is no connection, so this page may be out of date.":
            "No hay conexión, así que esta página puede estar anticuada.",
        "I cannot come": "No puedo ir",
        "Is %@ all right?": "¿Está bien %@?",
        "Say yes only if you have seen them or spoken to them. The alarm then ends for everyone.":
            "Diga que sí solo si ha visto a esa persona o ha hablado con ella. La alarma termina entonces para todos.",
        "Yes, end the alarm": "Sí, terminar la alarma",
        "No, back to the alarm": "No, volver a la alarma",
        "Recorded: you are on the way. The others can see it now.":
            "Anotado: usted va en camino. Los demás ya pueden verlo.",
        "Recorded: you cannot come. You still get all messages, in case nobody else reads them.":
            "Anotado: usted no puede ir. Seguirá recibiendo todos los mensajes, por si nadie más los lee.",
        "Recorded: they are all right. The alarm is over, and the others are informed.":
            "Anotado: esa persona está bien. La alarma ha terminado y se informa a los demás.",
        "This was not recorded, because the alarm is already over.":
            "No se ha anotado, porque la alarma ya ha terminado.",
        "This was not recorded.": "No se ha anotado.",
        "This was not recorded, because somebody else is already on the way.":
            "No se ha anotado, porque otra persona ya va en camino.",
        "This link is not valid": "Este enlace no es válido",
        "It is incomplete, or its alarm ended more than a day ago. If you worry about somebody, phone them.":
            "Está incompleto, o su alarma terminó hace más de un día. Si le preocupa alguien, llame a esa persona.",
        "LifeSignal cannot be reached at the moment": "No se puede acceder a LifeSignal en este momento",
        "Phone the person who needs help. This page tries again by itself.":
            "Llame a la persona que necesita ayuda. Esta página lo intenta de nuevo por sí sola.",
        "Your answer may not have been recorded. Open the link again, and look. Phone the person who needs help.":
            "Quizá no se haya anotado su respuesta. Abra el enlace de nuevo y compruébelo. Llame a la persona que necesita ayuda.",
        "Too many requests": "Demasiadas peticiones",
        "Please wait a moment. This page tries again by itself.":
            "Espere un momento, por favor. Esta página lo intenta de nuevo por sí sola.",
        "This was not recorded": "Esto no se ha anotado",
        "It did not come from a page of LifeSignal. Open the page of LifeSignal again, and do it there.":
            "No vino de una página de LifeSignal. Abra de nuevo la página de LifeSignal y hágalo allí.",
        "This request cannot be answered": "No se puede responder a esta petición",
        "Open the page of LifeSignal again.": "Abra de nuevo la página de LifeSignal.",
    ]
}
