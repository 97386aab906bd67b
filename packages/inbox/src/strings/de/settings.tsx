import type { strings } from "../settings.tsx";

export const settings: typeof strings = {
  title: "Einstellungen",
  all: "Alle Einstellungen",
  search: "Einstellungen durchsuchen",
  noneMatches: "Keine Einstellung gefunden.",
};
