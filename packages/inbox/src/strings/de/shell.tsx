import type { strings } from "../shell.tsx";

const COUNTS = "Was Sie sehen, ist vielleicht nicht aktuell; eine Entscheidung zählt erst, wenn der Server sie bestätigt hat.";

export const shell: typeof strings = {
  pages: "Seiten",
  morePages: "Weitere Seiten",
  menu: "Menü",
  find: "Suchen",
  findKeys: { mac: "Cmd K", other: "Strg K" },
  more: "Mehr",
  guide: "Handbuch",
  apiReference: "API-Referenz",
  shortcuts: "Tastenkürzel",
  signOut: "Abmelden",
  workspace: "Arbeitsbereich",
  workspaceNamed: (name) => `Arbeitsbereich ${name}`,
  widenSideBar: "Seitenleiste verbreitern",
  narrowSideBar: "Seitenleiste einklappen",
  skipToContent: "Zum Inhalt springen",
  skipToAction: "Zur Aktion springen",
  skipToList: "Zur Liste springen",
  placeWaiting: (place, waiting) => `${place}, ${waiting} offen`,
  connection: "Verbindung",
  reconnecting: `Die Verbindung zum Server wird wiederhergestellt. ${COUNTS}`,
  offline: `Sie sind offline. ${COUNTS}`,
  emergencyStop: "Not-Aus",
  stopped: (person, reason) => (
    <>
      Alles ist angehalten von {person}
      {reason}. Nichts wird ausgeführt, und nichts kann genehmigt werden.
    </>
  ),
  account: {
    title: "Konto",
    shortcutsMeaning: "Kürzel aus einer Taste. Mit ? sehen Sie alle.",
    documentation: "Dokumentation",
    opensNext: "Nach einer Entscheidung die nächste Aktion öffnen",
    opensNextMeaning: "Sonst bleibt die Aktion offen und zeigt, wie sie ausgeht.",
    colours: "Farben",
    coloursOf: { auto: "Wie das System", light: "Hell", dark: "Dunkel" },
    language: "Sprache",
    browserLanguage: "Wie der Browser",
    notices: "Benachrichtigungen am Bildschirm",
    noticesMeaning: "Für die offene Ansicht, während dieser Tab im Hintergrund ist. Nur in diesem Browser.",
    noticesBlocked:
      "Dieser Browser erlaubt es für diese Seite nicht. In seinen Einstellungen für die Website lässt sich das ändern.",
  },
  palette: {
    page: "Seite",
    settings: (group) => `Einstellungen: ${group}`,
    view: "Ansicht",
    savedViewOf: { inbox: "Gespeicherte Ansicht", audit: "Gespeicherte Ansicht des Protokolls" },
    groupBy: { batch: "Nach Stapel gruppieren", mission: "Nach Auftrag gruppieren", tool: "Nach Tool gruppieren" },
    chat: "Chat",
    newConversation: "Neue Unterhaltung",
    switchTo: (workspace) => `Zu ${workspace} wechseln`,
    help: "Hilfe",
    documentation: "Dokumentation",
    setting: "Einstellung",
    colours: { light: "Farben: hell", dark: "Farben: dunkel", auto: "Farben: wie das System" },
    you: "Sie",
    tool: "Tool",
    agent: "Agent",
    action: "Aktion",
  },
};
