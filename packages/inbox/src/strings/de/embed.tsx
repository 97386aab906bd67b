import type { strings } from "../embed.tsx";

export const embed: typeof strings = {
  loading: "Wird geladen",
  nothingHere: {
    title: "Unter dieser Adresse gibt es nichts zu zeigen",
    shows: (actions, sessions) => (
      <>
        Eingebettet werden können die Adressen {actions} und {sessions}
      </>
    ),
  },
  unreachable: { title: "Der Server ist nicht erreichbar", meaning: "Was dort wartet, ist sicher." },
  signIn: {
    title: "Melden Sie sich an, um das zu sehen",
    meaning:
      "Sie sind bei Countersign nicht angemeldet, oder dieser Browser gibt Ihre Sitzung der umgebenden Seite nicht preis.",
    openInbox: "Posteingang öffnen",
  },
};
