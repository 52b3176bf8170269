extension SeamLanguage {
    /// The Spanish texts of LifeSignal.
    static let spanishSignal: [String: String] = [
        // Texts about an alarm. Each must fit into a text message (SMS). They avoid letters outside the SMS alphabet
        // wherever a good sentence can do without such letters.
        "%@ calls for help in secret, %@: do not phone.": "%@ pide ayuda en secreto, %@: no llame.",
        "%@ calls for help and has not checked in since %@.": "%@ pide ayuda y no da señales desde %@.",
        "%@ calls for help and has never checked in.": "%@ pide ayuda y nunca ha dado señales.",
        "%@ calls for help, %@.": "%@ pide ayuda, %@.",
        "%@ has not checked in since %@.": "%@ no da señales desde %@.",
        "%@ has never checked in.": "%@ nunca ha dado señales.",
        "Clock corrected.": "Reloj corregido.",
        "No more messages.": "Mensaje final.",
        "Answer: %@": "Responda: %@",
        "Only people who were alerted earlier can answer.": "Solo pueden responder los avisados antes que usted.",
        "%@ people have not checked in: %@.": "%@ personas no dan señales: %@.",
        "This machine was off, or its clock was wrong, from %@ to %@.":
            "Este equipo estuvo apagado, o con el reloj mal, de %@ a %@.",
        "Answer each: %@": "Responda a cada una: %@",
        "%@ has ended the alarm. %@": "%@ ha puesto fin a la alarma. %@",
        "%@ has checked in. %@": "%@ ya ha dado señales. %@",
        "A responder says that %@ is well. %@": "Un ayudante dice que %@ se encuentra bien. %@",
        "A drill: %@ asks whether alarms reach you. Answer: %@":
            "Simulacro: %@ pregunta si le llegan las alarmas. Responda: %@",
        "%@ is the code for this address in LifeSignal. It is valid for 10 minutes. If you did not ask for it, ignore it.":
            "%@ es la clave para que LifeSignal le avise. Vale 10 minutos. Si no la ha pedido, no haga caso.",
        "This machine has lost LifeSignal's store: nobody on it is watched. The log of lifesignald says what to do.":
            "Este equipo ha perdido los datos de LifeSignal: no se vigila a nadie. El registro de lifesignald dice "
            + "qué hacer.",
        "LifeSignal's store is back on this machine: people are watched again.":
            "Los datos de LifeSignal vuelven a estar en este equipo: se vigila de nuevo.",
        "LifeSignal's store on this machine was damaged. People are watched; the log of lifesignald says what is "
            + "missing.":
            "Los datos de LifeSignal en este equipo se dañaron. Se vigila; el registro de lifesignald dice qué falta.",

        // Texts for the details of an alarm.
        "Since: %@": "Desde: %@",
        "Last check-in: %@": "Últimas señales: %@",
        "never": "nunca",
        "Number to call: %@": "Número al que llamar: %@",
        "just now": "ahora mismo",
        "1 minute ago": "hace 1 minuto",
        "%@ minutes ago": "hace %@ minutos",
        "1 hour ago": "hace 1 hora",
        "%@ hours ago": "hace %@ horas",
        "%@ days ago": "hace %@ días",
        "%@ calls for help in secret.": "%@ pide ayuda en secreto.",
        "%@ calls for help, and has missed a check-in.": "%@ pide ayuda y no ha dado señales a tiempo.",
        "%@ calls for help.": "%@ pide ayuda.",
        "%@ has missed a check-in.": "%@ no ha dado señales a tiempo.",
        "1 responder": "1 ayudante",
        "%@ responders": "%@ ayudantes",
        "1 other responder": "1 ayudante más",
        "%@ other responders": "%@ ayudantes más",
        "the operator of this machine": "el operador de este equipo",
        "Nobody else has been alerted yet.": "Aún no se ha avisado a nadie más.",
        "Also alerted: %@, %@.": "También se avisó a: %@, %@.",
        "Also alerted: %@.": "También se avisó a: %@.",
        "Nobody has said that they are on the way.": "Nadie ha dicho que va en camino.",
        "Do not phone or write to them: somebody may be watching. If you think that they are in danger, "
            + "call the emergency services, and ask them not to phone either: LifeSignal calls nobody.":
            "No llame ni escriba a esa persona: quizá alguien la vigila. Si cree que está en peligro, "
            + "llame a los servicios de emergencia y pídales que tampoco llamen: LifeSignal no llama a nadie.",
        "Please help: %@. If nobody answers, go there, or ask somebody who can. If you think that they are in danger, "
            + "call the emergency services: LifeSignal does not.":
            "Ayude, por favor: %@. Si nadie responde, vaya allí o pídaselo a alguien que pueda. Si cree que esa "
            + "persona está en peligro, llame a los servicios de emergencia: LifeSignal no lo hace.",
        "The emergency number here is %@.": "El número de emergencias aquí es el %@.",
        "Try to reach them": "intente comunicarse con esa persona",
        "Phone them": "llame a esa persona",
        "You became a contact after the alarm began. Only people who were alerted earlier can answer it.":
            "Usted llegó después de empezar la alarma: solo pueden responder los avisados antes que usted.",
        "If you take care of it, run this on the machine that sent the message: %@":
            "Si se ocupa usted de ello, dígalo en el equipo que envió esto: %@",
        "Their note for an emergency:": "Su nota para una emergencia:",
        "(The rest of the note is in LifeSignal.)": "(El resto de la nota está en LifeSignal.)",

        // Texts to a person about their own check-ins and alarms, and about other people's.
        "Check in, so that nobody worries.": "Dé señales, para que nadie se preocupe.",
        "Check in now": "Dé señales ahora",
        "Your check-in is overdue. Others will be alerted soon.": "Sus señales se retrasan. Pronto se avisa a otros.",
        "A check-in is due soon": "Pronto toca dar señales",
        "Your reminder": "Su recordatorio",
        "Are you well?": "¿Está usted bien?",
        "%@ asks whether you are well.": "%@ pregunta si se encuentra usted bien.",
        "An answer": "Una respuesta",
        "%@ is well.": "%@ está bien.",
        "Alarm": "Alarma",
        "All is well": "Todo está bien",
        "Drill": "Simulacro",
        "%@ has answered.": "%@ ha respondido.",
        "You have called for help.": "Usted ha pedido ayuda.",
        "You have missed a check-in.": "No ha dado señales a tiempo.",
        "Others are being alerted.": "Se está avisando a otros.",
        "Only the operator of this machine is alerted.": "Solo se avisa al operador de este equipo.",
        "%@ says that all is well.": "%@ dice que todo está bien.",
        "The alarm is over": "La alarma ha terminado",
        "The others are informed.": "Se avisa de ello a los demás.",
        "%@ is on the way.": "%@ va en camino.",
        "The operator of this machine is seeing to it.": "El operador de este equipo se ocupa de ello.",
        "Help is coming": "La ayuda va en camino",
        "Somebody is on the way to %@.": "Alguien va en camino para ayudar a %@.",
        "The operator of this machine is seeing to the alarm of %@.":
            "El operador de este equipo se ocupa de la alarma de %@.",
        "Do not phone: this is a secret call for help.": "No llame: pide ayuda en secreto.",
        "Is all well?": "¿Está todo bien?",
        "Is %@ well? If nobody confirms it, others are alerted again. %@":
            "¿Se encuentra bien %@? Si nadie lo confirma, se avisa otra vez a los otros. %@",

        // Texts to a person about their contacts.
        "somebody": "alguien",
        "A contact has not agreed": "Un contacto no ha aceptado",
        "%@ has not agreed.": "%@ no ha aceptado.",
        "A contact has stopped sharing": "Un contacto ha terminado",
        "%@ no longer shares with you.": "%@ ya no comparte nada con usted.",
        "A contact has agreed": "Un contacto ha aceptado",
        "A role has changed": "Una función ha cambiado",
        "Somebody asks you": "Alguien le pide algo",
        "Nothing is shared until you agree.": "No se comparte nada antes de que usted acepte.",
        "One fewer responder": "Un ayudante menos",
        "%@ has one fewer responder. You are one of those who remain.":
            "%@ tiene un ayudante menos. Usted es de los que quedan.",
        "One more responder": "Un ayudante más",
        "%@ has one more responder.": "%@ tiene un ayudante más.",
        "Somebody was removed": "Se ha quitado a alguien",
        "%@ was removed from this machine by its operator. Their check-ins are no longer watched here.":
            "El operador ha quitado a %@ de este equipo, que ya no vigila sus señales.",
        "Somebody has left": "Alguien se ha ido",
        "%@ has left LifeSignal: nobody watches them now.": "%@ ha dejado LifeSignal: ya nadie vigila sus señales.",
        "A phone was added": "Se ha añadido un teléfono",
        "The phone %@ can now do everything in your name. If you did not add it, remove it now.":
            "El teléfono %@ ya puede hacerlo todo en su nombre. Si no lo ha añadido usted, quítelo ahora.",
        "A new number": "Un número nuevo",
        "The telephone number of %@ is now %@.": "El número de teléfono de %@ es ahora %@.",
        "Nobody answered their alarm, and no more messages are sent. Check on them yourself.":
            "Su alarma no tuvo respuesta y ya no se envían más mensajes: compruebe usted cómo está.",
        "Nobody is left": "No queda nadie",
        "If you need help now, only the operator of this machine is alerted. Ask somebody to be your responder.":
            "Si usted necesita ayuda, ahora solo se avisa al operador de este equipo. Pídaselo a otra persona.",
        "Watched less": "Menos vigilancia",
        "%@ has set a longer interval, a longer grace period or a pause. It applies from the next check-in.":
            "%@ ha fijado un intervalo o un margen más largo, o una pausa, que cuenta desde las próximas señales.",
        "Doors count as check-ins": "Las puertas cuentan como señales",
        "From now on, a door that opens with a key of %@ counts as their check-in.":
            "Desde ahora, una puerta que se abre con una llave de %@ cuenta como señal suya.",
        "Doors no longer count as check-ins": "Las puertas ya no cuentan como señales",
        "A door that opens with a key of %@ no longer counts as their check-in.":
            "Una puerta que se abre con una llave de %@ ya no cuenta como señal suya.",
        "One fewer responder for an hour": "Un ayudante menos durante una hora",
        "Somebody has silenced calls for help from %@ for an hour. You still receive them.":
            "Alguien ha silenciado durante una hora las peticiones de ayuda de %@. Usted las sigue recibiendo.",
        "A contact sees your check-ins": "Un contacto le ve",
        "but receives no alarms at present": "pero ahora no recibe alarmas",
        "and is told of your alarms": "y recibe las alarmas de usted",
        "%@ sees when you check in, %@. If you no longer want this, end it.":
            "%@ ve cuándo da usted señales, %@. Si eso ya no debe ser así, póngale fin.",
        "An address does not work": "Una dirección no funciona",
        "An address for %@ accepts no messages. You are not alerted there until it works again.":
            "Una dirección para %@ no acepta mensajes: allí no se le avisa hasta que vuelva a funcionar.",
        "A responder is harder to reach": "Un ayudante es difícil de localizar",
        "%@ cannot be reached at one of their addresses at present.":
            "Ahora no se puede avisar a %@ en una de sus direcciones.",
        "A responder has turned alarms off": "Un ayudante ha desactivado las alarmas",
        "%@ has turned alarms off: you have one fewer responder.":
            "%@ ha desactivado las alarmas: usted tiene un ayudante menos.",
        "A responder is back": "Un ayudante ha vuelto",
        "%@ receives your alarms again.": "%@ vuelve a recibir las alarmas de usted.",
        "you are told of each other's alarms": "cada uno recibe las alarmas del otro",
        "told of your alarms": "recibe las alarmas de usted",
        "you are told of their alarms": "usted recibe sus alarmas",
        "no role": "ninguna función",
        "%@ asks that you both be told of each other's alarms.": "%@ pide que cada uno reciba las alarmas del otro.",
        "%@ asks to be told of your alarms.": "%@ pide recibir las alarmas de usted.",
        "%@ asks that you be told of their alarms.": "%@ le pide que reciba sus alarmas.",

        // The texts that the sender adds to a message.
        "LifeSignal: alarm": "LifeSignal: alarma",
        "LifeSignal: alarm, last message": "LifeSignal: alarma, mensaje final",
        "LifeSignal: all clear": "LifeSignal: fin de la alarma",
        "LifeSignal: drill": "LifeSignal: simulacro",
        "LifeSignal: check in": "LifeSignal: dé señales",
        "LifeSignal: are you well?": "LifeSignal: ¿está usted bien?",
        "LifeSignal: news of an alarm": "LifeSignal: novedades de una alarma",
        "LifeSignal: code": "LifeSignal: clave",
        "%@ (repeat)": "%@ (repetido)",
        "See the alarm, and answer": "Ver la alarma y responder",
        "See the alarm, and answer, on this page. Do not pass it on: %@":
            "En esta página puede ver la alarma y responder. No la comparta: %@",
        "LifeSignal is not an emergency service. Replies to this mail are not read.":
            "LifeSignal no es un servicio de emergencia. Las respuestas a este correo no se leen.",
    ]
}
