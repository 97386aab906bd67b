import type { strings } from "../people.tsx";
import { count } from "../count.ts";

export const people: typeof strings = {
  title: "Personen",
  says: "Leser lesen, Genehmiger entscheiden, Administratoren verwalten außerdem die Einstellungen. Genehmigungsregeln können ein Mitglied eines Teams verlangen.",
  add: "Person hinzufügen…",
  everybody: "Personen",
  roleNotChanged: "Die Rolle wurde nicht geändert",
  done: "Fertig",
  card: {
    isYou: "(Sie)",
    roleOf: (person) => `Rolle von ${person}`,
    email: "E-Mail",
    managed: "Verwaltet von",
    managedBy: (provider) => <>{provider}; die Gruppen dort bestimmen Rolle und Teams</>,
    teams: "Teams",
    joined: "Dabei seit",
    emergency: "Im Notfall",
    mayBreakGlass: "darf Notfallgenehmigungen erteilen",
    willBreakGlass: "wird Notfallgenehmigungen erteilen können",
    lastChange: "Letzte Änderung zählt in Genehmigungsregeln",
    countsFrom: (when) => <>ab: {when}</>,
    editTeams: "Teams…",
    teamsOf: (person) => `Teams von ${person}`,
    emergencyRight: "Notfallrecht…",
    emergencyRightOf: (person) => `Notfallrecht von ${person}`,
    newLink: "Neuer Anmeldelink…",
    newLinkFor: (person) => `Neuer Anmeldelink für ${person}`,
  },
  adding: {
    title: "Person hinzufügen",
    added: "Hinzugefügt",
    hasAccount: (person) => <>{person} hat auf diesem Server bereits ein Konto und meldet sich an wie bisher.</>,
    mailSent: "Eine E-Mail informiert darüber.",
    failed: "Niemand wurde hinzugefügt",
    add: "Hinzufügen",
    name: "Name",
    nameSays: "Steht bei den Entscheidungen dieser Person",
    email: "E-Mail",
    emailSays: "Für die Anmeldung",
    thisPerson: "Diese Person",
    letDecide: "Diese Person entscheiden lassen?",
    addThem: "Hinzufügen",
  },
  removing: {
    title: "Diese Person entfernen?",
    says: (person) => (
      <>
        {person} verliert sofort alle Rechte in diesem Arbeitsbereich, und die hier erstellten persönlichen Token funktionieren
        nicht mehr. Von dieser Person genehmigte Aktionen, die noch nicht ausgeführt wurden, enden als unzulässig. Getroffene
        Entscheidungen bleiben dokumentiert.
      </>
    ),
    isYou: "Das sind Sie selbst: Sie werden aus diesem Arbeitsbereich abgemeldet.",
  },
  givingEmergencyRight: {
    title: "Dieser Person Notfallgenehmigungen erlauben?",
    give: "Recht erteilen",
    says: (person) => (
      <>
        Im Notfall darf {person} jede Aktion allein und sofort genehmigen, was auch immer deren Regeln verlangen. Dabei ist ein
        Grund anzugeben, alle Entscheidungsberechtigten werden informiert, und jemand anderes prüft es nach. Das Recht gilt nach
        der unten eingestellten Wartezeit.
      </>
    ),
  },
  takingEmergencyRight: {
    title: "Dieses Recht entziehen?",
    take: "Recht entziehen",
    says: (person) => <>Ab jetzt genehmigt {person} nach denselben Regeln wie alle anderen.</>,
  },
  changingRole: {
    title: "Rechte dieser Person ändern?",
    change: "Ändern",
    says: (person, can) => (
      <>
        Ab jetzt gilt: {person} {can}.
      </>
    ),
    countsLater: "In Genehmigungsregeln zählt die neue Rolle nach der unten eingestellten Wartezeit.",
    isYou: "Das sind Sie selbst: Sie können es nicht selbst rückgängig machen.",
  },
  teams: {
    title: (person) => <>Teams von {person}</>,
    failed: "Die Teams wurden nicht geändert",
    save: "Teams speichern",
    label: "Teams",
    scheduled: "Von einem Plan festgelegt, unter „Dienste“",
    newTeam: "Neues Team",
    newTeamSays: "Kleinbuchstaben, Ziffern und Bindestriche. Genehmigungsregeln können es nennen.",
    addToTeam: "Ins Team aufnehmen?",
    add: "Ins Team aufnehmen",
  },
  invitation: {
    mailed: (email) => (
      <>
        Ein Anmeldelink wurde per E-Mail an {email} gesendet. Er funktioniert einmal, innerhalb von 24 Stunden, und fragt dann
        nach einem Passwort.
      </>
    ),
    mailFailed: "Die E-Mail ist möglicherweise nicht angekommen",
    mailFailedSays:
      "Der Mailserver hat sie nicht angenommen oder nicht rechtzeitig geantwortet. Den Grund nennt das Protokoll dieses Servers.",
    link: "Anmeldelink",
    linkSays:
      "Senden Sie diesen Link selbst. Er funktioniert einmal, innerhalb von 24 Stunden, und fragt dann nach einem Passwort.",
  },
  newLink: {
    title: "Neuer Anmeldelink",
    forPerson: (person) => <>Für {person}, bisher noch nie angemeldet. Wer den Link öffnet, meldet sich als diese Person an.</>,
    failed: "Es wurde kein Link erstellt",
    create: "Link erstellen",
  },
  wait: {
    label: "Eine höhere Rolle oder ein neues Team zählt in Genehmigungsregeln",
    says: "Bis dahin zählen die bisherige Rolle und die bisherigen Teams, und ein Notfallrecht gilt noch nicht. Alle Administratoren werden benachrichtigt.",
    choices: {
      usual: "Nach einem Tag; am ersten Tag des Arbeitsbereichs sofort",
      atOnce: "Sofort",
      hour: "Nach einer Stunde",
      fourHours: "Nach 4 Stunden",
      day: "Nach einem Tag",
      threeDays: "Nach 3 Tagen",
      week: "Nach einer Woche",
    },
    seconds: (seconds) => `Nach ${count(seconds, "Sekunde", "Sekunden")}`,
    failed: "Es wurde nicht gespeichert",
    reduceProtection: "Schutz verringern?",
    save: "Speichern",
  },
  delegates: {
    title: "Vertretungen",
    says: "Lassen Sie jemanden aus dem Kollegium für Sie entscheiden, während Sie abwesend sind.",
    add: "Vertretung hinzufügen…",
    all: "Vertretungen",
    noneYet: "Noch keine Vertretungen",
    noneYetSays: "Eine Vertretung zählt nur bei Tools, die Sie als Genehmiger nennen.",
    delegateOf: (delegate, person) => `${delegate} für ${person}`,
    delegateOfShown: (delegate, person) => (
      <>
        {delegate} für {person}
      </>
    ),
    now: "Zustand",
    over: "Beendet",
    decides: "Aktiv",
    notBegun: "Noch nicht begonnen",
    from: "Von",
    to: "Bis",
    named: "Eingetragen",
    namedBy: (person, when) => (
      <>
        von {person}, {when}
      </>
    ),
    ended: "Beendet",
    end: "Beenden…",
    endOf: (delegation) => `${delegation} beenden`,
  },
  endingDelegation: {
    title: "Jetzt beenden?",
    end: "Beenden",
    says: (delegate, person) => (
      <>
        {delegate} entscheidet nicht mehr in Vertretung von {person}. Was so genehmigt wurde und noch nicht begonnen hat, wird
        nicht ausgeführt.
      </>
    ),
  },
  newDelegation: {
    title: "Vertretung hinzufügen",
    failed: "Niemand wurde eingetragen",
    name: "Eintragen",
    onBehalfOf: "Für",
    whoDecides: "Wer entscheidet",
    whoDecidesSays:
      "Muss bereits Genehmiger sein. Die Entscheidungen werden als in Vertretung der abwesenden Person getroffen festgehalten",
    choose: "Person auswählen",
    from: "Von",
    fromSays: "Sofort, wenn Sie keinen Zeitpunkt wählen",
    to: "Bis",
    toSays: "Endet dann von selbst, nach der Uhr dieses Rechners",
    letDecide: "Jemanden in Vertretung entscheiden lassen?",
  },
};
