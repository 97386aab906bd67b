import type { strings } from "../keys.tsx";
import { count } from "../count.ts";

export const keys: typeof strings = {
  title: "Schlüssel",
  says: (link) => (
    <>
      Mit einem Worker-Schlüssel kann ein Programm Tools registrieren und genehmigte Aufrufe dieser Tools ausführen. Mit einem
      persönlichen Token kann Ihr Skript in Ihrem Namen handeln. Schlüssel von Agenten finden Sie unter {link("Agenten")}.
    </>
  ),
  createWorkerKey: "Worker-Schlüssel erstellen…",
  createToken: "Token erstellen…",
  allKeys: "Schlüssel",
  tokens: {
    title: "Persönliche Token",
    says: "Mit einem Token handelt ein Skript in Ihrem Namen. Auch Anmeldungen Ihrer Kommandozeilen stehen hier.",
    saysToAdmin:
      "Mit einem Token handelt ein Skript im Namen einer Person. Auch Anmeldungen der Kommandozeile stehen hier. Als Administrator sehen Sie die aller Personen.",
    all: "Token",
  },
  list: {
    showRevoked: (amount) => `Auch ${count(amount, "widerrufenen Schlüssel", "widerrufene Schlüssel")} anzeigen`,
    noneInUse: "Kein Schlüssel in Gebrauch",
    noneInUseSays:
      "Erstellen Sie einen, wenn ein Programm ihn braucht. Er wird einmal gezeigt und kann jederzeit widerrufen werden.",
    revoke: "Widerrufen…",
    revokeOf: (key) => `${key} widerrufen`,
    revokingWorker:
      "Der Worker wird ab seiner nächsten Anfrage abgewiesen. Was er in diesem Moment ausführt, kann er nicht mehr melden; es zählt als verlorene Ausführung. Seine Tools bleiben, aber niemand führt sie aus.",
    revokingToken: "Skripte, die diesen Token benutzen, haben ab ihrer nächsten Anfrage keinen Zugriff mehr.",
    kind: "Art",
    kinds: { agent: "Agent-Schlüssel", worker: "Worker-Schlüssel", user: "Persönlicher Token" },
    beginsWith: "Beginnt mit",
    byOAuth: "keiner (der Agent meldet sich über OAuth an)",
    role: "Rolle",
    madeFor: "Erstellt für",
    scopes: {
      read: "Nur lesen",
      manage: "Alles außer entscheiden",
      decide: "Entscheiden ohne Terminal",
    },
    made: "Erstellt",
    lastUsed: "Zuletzt benutzt",
    never: "nie",
    revoked: "Widerrufen",
  },
  newKey: {
    kinds: {
      worker: {
        title: "Worker-Schlüssel erstellen",
        what: "Worker-Schlüssel",
        placeholder: "Abrechnungs-Worker",
        use: "Setzen Sie diesen Schlüssel in dem Programm, das die Tools ausführt, als die Umgebungsvariable, die in der Dokumentation des Programms steht. Wer diesen Schlüssel hat, kann Tools registrieren und genehmigte Aufrufe dieser Tools ausführen.",
      },
      user: {
        title: "Persönlichen Token erstellen",
        what: "Token",
        placeholder: "Nächtlicher Bericht",
        use: "Geben Sie diesen Token nur Ihrem Skript. Wer den Token hat, kann in Ihrem Namen handeln, mit den Rechten der Rolle des Tokens.",
      },
    },
    done: "Fertig",
    failed: "Es wurde kein Schlüssel erstellt",
    create: "Erstellen",
    name: "Name",
    nameSays: "Um ihn in Listen und im Audit-Protokoll zu erkennen",
    it: "Der Token",
    decides: "Er darf ohne Terminal entscheiden",
    decidesSays:
      "Wer diesen Token hat, auch ein Skript oder ein Agent, kann Aktionen genehmigen und ablehnen, ohne eine Person zu fragen. Andere Token können Einstellungen verwalten, aber keine Aktionen genehmigen oder ablehnen.",
  },
  commandLine: {
    pageTitle: "Kommandozeile anmelden · Countersign",
    title: "Kommandozeile anmelden",
    says: (
      <>
        Geben Sie den Code ein, den <code>countersign sign-in</code> in Ihrem Terminal zeigt. Wenn Sie den Befehl nicht selbst
        gestartet haben, bestätigen Sie keinen Code, den Ihnen jemand anderes gegeben hat.
      </>
    ),
    code: "Code",
    codeSays: "Acht Buchstaben",
    codePlaceholder: "BCDF-GHJK",
    find: "Nachschlagen",
    signedIn: "Die Kommandozeile ist angemeldet",
    signedInSays:
      "Gehen Sie zurück zu Ihrem Terminal. Der Token steht unter „Persönliche Token“; widerrufen Sie ihn dort, um die Anmeldung zu beenden.",
    refused: "Abgewiesen",
    refusedSays: "Niemand wurde angemeldet.",
    computer: "Rechner",
    address: "Adresse",
    asked: "Angefragt",
    rights:
      "Die Kommandozeile darf dann 12 Stunden lang in Ihrem Namen alles lesen, was Sie hier lesen dürfen. Sie kann nichts genehmigen, ablehnen oder ändern: Dafür fragt sie jedes Mal nach Ihrem Passwort.",
    failed: "Nichts wurde angemeldet",
    another: "Anderen Code eingeben",
    confirm: "Anmelden",
    refuse: "Abweisen",
  },
};
