import type { strings } from "../app.tsx";

export const app: typeof strings = {
  withdrawnApproval: "Ihre Genehmigung wurde zurückgezogen",
  approvedByYou: (status) => `${status}, von Ihnen genehmigt`,
  proposalExpires: (when) => <>Ohne Antwort läuft der Vorschlag {when} ab; das zählt als Ablehnung.</>,
  newRights: {
    title: "Neue Rechte für eine Person",
    countsFrom: (time) => `Genehmigungsregeln berücksichtigen diese Rechte ab ${time}.`,
    seePeople: "Personen ansehen",
  },
  loading: "Wird geladen",
  unreachable: "Der Server ist nicht erreichbar",
  waitsSafely: "Was dort offen ist, geht nicht verloren.",
  fault: { title: "Diese Seite ist ausgefallen", meaning: "Dadurch wurde nichts entschieden.", reload: "Neu laden" },
  switchedOff: {
    title: "Dieser Server läuft ohne diese Seiten",
    meaning: (setting) => <>Wer den Server betreibt, kann sie mit {setting} einschalten. Nichts Gespeichertes ist verloren.</>,
  },
  proposal: {
    dropEdits: "Änderungen verwerfen",
    dropEditsOf: (title) => `Ihre Änderungen verwerfen: ${title}`,
    edit: "Bearbeiten…",
    edited: "Erneut bearbeiten…",
    editOf: (title) => `Bearbeiten: ${title}`,
    open: "Öffnen…",
    decideAlone: (title) => `Einzeln entscheiden: ${title}`,
  },
};
