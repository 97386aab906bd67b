import type { strings } from "../ui.tsx";

export const ui: typeof strings = {
  cancel: "Abbrechen",
  close: "Schließen",
  save: "Speichern",
  remove: "Entfernen",
  showMore: "Mehr anzeigen",
  yes: "Ja",
  no: "Nein",
};
