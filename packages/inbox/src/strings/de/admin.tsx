import type { strings } from "../admin.tsx";

export const admin: typeof strings = {
  theTools: "Tools",
  theTool: "Das Tool",
  nothingSaved: "Nichts wurde gespeichert",
  closeWithoutSaving: "Schließen, ohne zu speichern",
  leave: "Ihre Änderungen sind nicht gespeichert. Seite trotzdem verlassen?",
  groupApproval: {
    required: "braucht immer eine Genehmigung",
    never: "läuft automatisch",
  },
  asToolSays: "wie beim Tool",
  verbAndName: (verb, name) => `${name}: ${verb}`,
  unmasked: {
    title: (secrets) =>
      secrets === 1 ? "Ein Geheimnis ist zu kurz, um maskiert zu werden" : "Geheimnisse sind zu kurz, um maskiert zu werden",
    says: (secrets, names) => (
      <>
        {names}: weniger als 6 Zeichen. Wenn der Dienst {secrets === 1 ? "es" : "eines davon"} wiedergibt, können Agenten und
        Personen es lesen. Verwenden Sie ein längeres Geheimnis.
      </>
    ),
  },
  notDone: "Nicht ausgeführt",
  loaded: {
    failed: (what) => `Laden fehlgeschlagen: ${what}`,
    reading: (what) => `Wird geladen: ${what}`,
  },
  lowered: {
    title: "Schutz verringern?",
    verb: "Trotzdem speichern",
    fromThenOn: "Ab dann gilt:",
  },
  revokeKey: {
    title: (key) => <>{key} widerrufen?</>,
    verb: "Widerrufen",
    says: "Ein widerrufener Schlüssel kann nicht wiederhergestellt werden.",
  },
  risk: {
    level: (level) => `Risikostufe ${level} von 5`,
    levels: (byItself, approved) =>
      `Risikostufe ${byItself} von 5 für sich genommen; ${approved}, weil eine Person jeden Aufruf genehmigt`,
    short: (level) => `L${level}`,
  },
  shownOnce: {
    copyNow: (what) => `${what}: jetzt kopieren. Die Anzeige erscheint nur dieses eine Mal.`,
    copy: () => "Kopieren",
  },
  copyThis: "Kopieren",
  copied: "Kopiert",
  askAdministrator: {
    title: "Fragen Sie einen Administrator",
    says: "Tools, MCP-Server, Dienste, Gruppen, Schlüssel und Personen richten Administratoren ein. Ihre Rolle umfasst das nicht.",
    administrators: "Administratoren dieses Arbeitsbereichs:",
    ownTokens: "Ihre persönlichen Token",
  },
};
