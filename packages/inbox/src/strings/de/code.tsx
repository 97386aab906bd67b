import type { strings } from "../code.tsx";
import { count, numberWords } from "../count.ts";

export const code: typeof strings = {
  changes: { added: "Neu", removed: "Entfernt", changed: "Geändert", same: "Unverändert" },
  comparison: {
    name: (of) => `${of}, vorher und nachher`,
    change: (name, change) => `${name}: ${change}`,
    nothingDiffers: "Keine Unterschiede.",
    wasNull: (change) => `${change}, war null`,
    becomesNull: (change) => `${change}, wird null`,
    showFields: (fields, characters) =>
      `${count(fields, "unverändertes Feld", "unveränderte Felder")} anzeigen (${count(characters, "Zeichen", "Zeichen")})`,
    hideFields: (fields, characters) =>
      `${count(fields, "unverändertes Feld", "unveränderte Felder")} ausblenden (${count(characters, "Zeichen", "Zeichen")})`,
    showLines: (lines, characters) =>
      `${count(lines, "unveränderte Zeile", "unveränderte Zeilen")} anzeigen (${count(characters, "Zeichen", "Zeichen")})`,
    moreLines: (lines) => `${count(lines, "weitere Zeile", "weitere Zeilen")} noch nicht angezeigt. Mehr anzeigen`,
    layout: "Layout des Vergleichs",
    unified: "Untereinander",
    split: "Nebeneinander",
    loading: "Vergleich wird geladen",
    copyBefore: "Vorher kopieren",
    copyAfter: "Nachher kopieren",
    sideBefore: (name) => `${name}: vorher`,
    sideAfter: (name) => `${name}: nachher`,
    columns: {
      lineBefore: "Zeile vorher",
      before: "Vorher",
      lineAfter: "Zeile nachher",
      after: "Nachher",
      change: "Änderung",
      text: "Text",
    },
    lines: { same: "unverändert", removed: "entfernt", added: "hinzugefügt" },
    was: "bisher",
    becomes: "künftig",
    noLineBreak: { title: "Kein Zeilenumbruch am Ende", label: "kein Zeilenumbruch am Ende" },
  },

  values: {
    content: "Inhalt",
    emptyText: "leerer Text",
    emptyList: "leere Liste",
    noFields: "keine Felder",
    moreCharacters: (amount) => `${count(amount, "weiteres", "weitere")} Zeichen noch nicht angezeigt. Alle anzeigen`,
    moreEntries: (amount, characters) =>
      `${count(amount, "weiterer Eintrag", "weitere Einträge")} mit ${count(characters, "Zeichen", "Zeichen")} noch nicht angezeigt. Alle anzeigen`,
  },

  preview: {
    picture: "Bild",
    fullSize: "Volle Größe",
    noPicture: "Ein Bild kann nicht angezeigt werden",
    damaged: "Seine Daten sind beschädigt.",
    refused: (reason) => `Grund: ${reason}.`,
    pictureFacts: (type, size, kilobytes) => `${type}, ${size} Pixel, ${kilobytes} kB`,
    table: "Tabelle der Elemente",
    tableSize: (rows, columns) => `${count(rows, "Zeile", "Zeilen")}, ${count(columns, "Spalte", "Spalten")}`,
    moreRowsAll: (waiting) => `${count(waiting, "weitere Zeile", "weitere Zeilen")} noch nicht angezeigt. Alle anzeigen`,
    moreRows: (waiting, next) =>
      `${count(waiting, "weitere Zeile", "weitere Zeilen")} noch nicht angezeigt. ${numberWords(next)} weitere anzeigen`,
  },

  lookAlikes: {
    falseMark: (mark, latin) => `„${mark}“ darin sieht nur aus wie „${latin}“.`,
    encodedNothing: (name) => `„${name}“ ist ein kodierter Name, der für nichts steht.`,
    encodedForm: (name, decoded) => `„${name}“ ist die kodierte Form von „${decoded}“.`,
    encodedForeign: (name, latin) =>
      `„${name}“ steht für einen Namen, der sich wie „${latin}“ liest, aber aus anderen Buchstaben besteht.`,
    mixed: (scripts, latin) => `Buchstaben mehrerer Schriften (${scripts.join(" und ")}), die sich wie „${latin}“ lesen.`,
    foreign: (script, latin) => `Alle Buchstaben gehören zu einer anderen Schrift (${script}), lesen sich aber wie „${latin}“.`,
    notPlain: (latin) => `Die Buchstaben sind nicht die gewöhnlichen; sie lesen sich wie „${latin}“.`,
    scripts: {
      latin: "Lateinisch",
      cyrillic: "Kyrillisch",
      greek: "Griechisch",
      armenian: "Armenisch",
      cherokee: "Cherokee",
      georgian: "Georgisch",
      hebrew: "Hebräisch",
      arabic: "Arabisch",
      han: "Chinesisch",
      hiragana: "Hiragana",
      katakana: "Katakana",
      hangul: "Hangul",
      bopomofo: "Bopomofo",
      thai: "Thailändisch",
      devanagari: "Devanagari",
      other: "eine weitere",
    },
  },

  edits: {
    leaveOut: (name) => `${name} entfernen`,
    locked: "Dieses Feld ist vom Tool gesperrt. Um es ändern zu lassen, geben Sie die Aktion an den Agenten zurück.",
    number: "Eine Zahl",
    wholeNumber: "Eine ganze Zahl",
    json: "Als JSON",
    faults: {
      noNumber: "Das ist keine Zahl.",
      noWholeNumber: "Das muss eine ganze Zahl sein.",
      tooManyDigits: "Diese Zahl hat mehr Stellen, als genau gespeichert werden können.",
      noJson: "Das ist kein JSON.",
      noObject: "Das muss ein JSON-Objekt sein.",
      missing: (names) => `Bearbeitungen ersetzen Werte, können aber keine Schlüssel entfernen. Es fehlen: ${names}.`,
      refused: (reason) => `Nicht zulässig: ${reason}.`,
      refusedAt: (place, reason) => `${place}: ${reason}.`,
    },
  },

  editor: {
    syntaxError: "Hier ist das kein gültiges JavaScript",
    okInfo: "Ob der Status zwischen 200 und 299 liegt",
    urlInfo: "Nach Weiterleitungen",
    fetchInfo: "Nur an Hosts, die der Zugriff des Tools erlaubt",
    consoleInfo: "Wird mit einem Testlauf aufgezeichnet",
  },

  browserName: (browser, system) => `${browser ?? "Unbekannter Browser"} auf ${system ?? "unbekanntem Gerät"}`,

  deliveries: {
    planned: "Geplant",
    sending: "Wird gesendet",
    sent: "Gesendet",
    suppressed: "Nicht nötig",
    dead: "Nicht zugestellt",
  },
  notices: {
    asked: "Um Entscheidung gebeten",
    assigned: "Über die Zuweisung informiert",
    reminded: "Erinnerung",
    escalated: "Nach Eskalation um Entscheidung gebeten",
    decided: "Über die Entscheidung informiert",
    failed: "Über ein Problem informiert",
    mentioned: "Über einen Kommentar informiert, der die Person erwähnt",
    replied: "Über die Antwort des Agenten informiert",
    glass_broken: "Über eine Notfallgenehmigung informiert",
    daily_summary: "Tageszusammenfassung",
    updated: "Nachricht auf den aktuellen Stand gebracht",
  },
};
