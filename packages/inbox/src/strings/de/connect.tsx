import { count } from "../count.ts";
import type { strings } from "../connect.tsx";

export const connect: typeof strings = {
  pageTitle: "Agenten verbinden – Countersign",
  title: "Agenten verbinden",
  says: "Ein Programm möchte hier als Ihr Agent arbeiten.",
  loading: "Anfrage wird gelesen",
  notValid: "Diese Anfrage ist ungültig",
  notValidSays: "Das Programm hat eine Anfrage gesendet, die Countersign nicht annimmt.",
  returnTo: (host) => `Zurück zu ${host}`,
  wentBack: "Sie können diese Seite schließen",
  wentBackSays: (host) => `Ihre Antwort wurde an ${host} gesendet.`,

  facts: {
    callsItself: "Name des Programms",
    noName: "nicht angegeben",
    publishedBy: "Veröffentlicht von",
    nobody: "unbekannt",
    receives: "Ihre Antwort geht an",
    onThisComputer: (host) => `${host}, ein Programm auf diesem Computer`,
    workspace: "Arbeitsbereich",
    endpoint: "Endpunkt",
  },
  unchecked: "Die Identität dieses Programms wurde nicht geprüft",
  uncheckedSays: (host) => (
    <>
      Das Programm hat seinen Namen selbst gewählt. Verbinden Sie es nur, wenn Sie diese Verbindung gerade selbst im Programm
      begonnen haben und das Programm die Antwort an {host} erwartet.
    </>
  ),
  published: (publisher) => (
    <>
      {publisher} veröffentlicht dieses Programm. Verbinden Sie es nur, wenn Sie diese Verbindung gerade selbst im Programm
      begonnen haben.
    </>
  ),
  actsForYou: "Der Agent handelt für Sie",
  actsForYouSays:
    "Weil der Agent für Sie handelt, müssen andere seine Aufrufe genehmigen. Unter „Agenten“ können Sie ihn jederzeit trennen.",
  selfConfirm: "Aufrufe, die Sie selbst bestätigen können",
  selfConfirmSays: "Keine zweite Person prüft diese Aufrufe. Tools, die mehrere Genehmigungen verlangen, sind ausgenommen.",
  noSelfConfirm: "Keine: Jemand anderes muss genehmigen",

  name: "Name des Agenten",
  nameSays: "Steht bei allem, was der Agent vorschlägt",
  nameOf: (client, person) => `${client} von ${person}`,
  agent: "Agent",
  groups: "Gruppen",
  groupsSay: "Der Agent kann die Tools dieser Gruppen aufrufen.",
  group: (name, tools) => `${name}, ${count(tools, "Tool", "Tools")}`,
  noTools: "Noch keine Tools",
  more: (tools) => `und ${tools} weitere`,
  withoutApproval: (tools) => <>Ohne Genehmigung: {tools}</>,
  cap: "Risikogrenze",
  capSays: "Tools mit einer höheren Risikostufe sind ausgeblendet und gesperrt",
  noCap: "Keine Grenze",
  connect: "Verbinden",
  connectAnyway: "Trotzdem verbinden",
  refuse: "Nicht verbinden",
  moreRights: "Schutz verringern?",
  failed: "Der Agent wurde nicht verbunden",
  needsAdministrator: "Nur Administratoren können einen Agenten verbinden",
  needsAdministratorSays:
    "Bitten Sie einen Administrator, dieses Programm zu verbinden oder Ihnen dafür einen Agentenschlüssel zu geben.",
};
