import type { strings } from "../key-limits.tsx";

export const keyLimits: typeof strings = {
  expires: "Läuft ab",
  expired: "Abgelaufen",
  expiresSoon: "Läuft bald ab",
  allowedAddresses: "Erlaubte Adressen",
  lastRefused: "Zuletzt abgewiesen",
  refusedFrom: (when, address) => (
    <>
      {when}, von {address}
    </>
  ),
  formerKey: "Alter Schlüssel",
  formerValidUntil: (prefix, when) => (
    <>
      {prefix} läuft ab: {when}
    </>
  ),
  formerUsed: (when) => <>noch benutzt: {when}</>,
  formerUnused: "seit dem Wechsel nicht benutzt",
  limits: { button: "Schlüssel begrenzen…", label: (owner) => `Schlüssel von ${owner} begrenzen` },
  rotate: { button: "Schlüssel wechseln…", label: (owner) => `Schlüssel von ${owner} wechseln` },
  endFormer: { button: "Alten Schlüssel beenden…", label: (owner) => `Alten Schlüssel von ${owner} beenden` },
  fields: {
    expires: "Läuft ab",
    expiresSay: "Ab dann werden Anfragen mit dem Schlüssel abgewiesen. Leer: nie",
    addresses: "Erlaubte Adressen",
    addressesSay: "Je Zeile eine Adresse oder ein Netz, etwa 10.0.0.0/8 oder 2001:db8::/32. Leer: alle",
  },
  change: {
    title: (owner) => <>Grenzen des Schlüssels von {owner}</>,
    more: "Grenzen dieses Schlüssels lockern?",
  },
  rotation: {
    title: (owner) => <>Schlüssel von {owner} wechseln</>,
    says: "Der neue Schlüssel gilt sofort. Geben Sie ihn dem Programm, bevor der alte endet.",
    endsOlder: "Der alte Schlüssel vom letzten Wechsel gilt noch. Er endet sofort.",
    overlap: "Alter Schlüssel gilt noch",
    overlaps: { "0": "Gar nicht: er endet sofort", "3600": "1 Stunde", "86400": "1 Tag", "604800": "7 Tage" },
    lasts: "Neuer Schlüssel läuft ab",
    lastsSays: "Leer: er gilt so lange, wie der alte galt",
    verb: "Schlüssel wechseln",
    longer: "Soll der neue Schlüssel länger gelten?",
    failed: "Der Schlüssel wurde nicht gewechselt",
    newKey: "Der neue Schlüssel",
    newKeySays:
      "Wer diesen Schlüssel hat, kann als dieser Agent oder Worker handeln. Setzen Sie ihn an die Stelle des alten Schlüssels.",
    done: "Fertig",
  },
  ending: {
    title: (owner) => <>Alten Schlüssel von {owner} beenden?</>,
    verb: "Alten Schlüssel beenden",
    says: "Ab jetzt werden alle Anfragen mit dem alten Schlüssel abgewiesen. Der neue Schlüssel gilt weiter.",
    used: (when) => <>Der alte Schlüssel wurde zuletzt benutzt: {when}.</>,
  },
};
