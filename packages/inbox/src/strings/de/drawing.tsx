import { count, numberWords } from "../count.ts";
import type { strings } from "../drawing.tsx";

export const drawing: typeof strings = {
  elements: {
    object: { one: "Objekt", many: "Objekte" },
    asset: { one: "Asset", many: "Assets" },
    document: { one: "Seite", many: "Seiten" },
    tag: { one: "Schlagwort", many: "Schlagwörter" },
    template: { one: "Vorlage", many: "Vorlagen" },
  },

  now: "Jetzt",
  proposed: "Vorgeschlagen",
  nothing: "nichts",
  nothingDiffers: "Keine Unterschiede.",
  reordered: "In anderer Reihenfolge als bisher.",
  noOption: "keine",
  noTag: "kein Tag",
  noPicture: "kein Bild",
  wholeValue: "Wert",
  wholeBlocks: "Blöcke",
  block: "Block",
  movedFrom: (was, is) => `Von Stelle ${was} nach ${is} verschoben`,
  notOfType: "kein Feld dieses Typs",
  notReadable: "nicht unter den lesbaren Elementen",

  parts: { path: "Pfad", tags: "Tags", published: "Besucher sehen" },
  isPublished: "diesen Stand",
  isDraft: "diesen Stand nicht: ein Entwurf",

  folded: {
    unchangedFields: (amount) => count(amount, "unverändertes Feld", "unveränderte Felder"),
    unchangedLanguages: (amount) => count(amount, "unveränderte Sprache", "unveränderte Sprachen"),
    show: (what, characters) => `${what} anzeigen, ${count(characters, "Zeichen", "Zeichen")}`,
    hide: (what, characters) => `${what} ausblenden, ${count(characters, "Zeichen", "Zeichen")}`,
  },

  richText: {
    title: "Formatierter Text",
    readsNow: (label) => `${label}: bisherige Fassung`,
    wouldRead: (label) => `${label}: neue Fassung`,
    source: (label) => `${label}, Quelltext`,
  },

  element: {
    asOfRevision: (revision) => `Stand: Version ${revision}`,
    whatIsCompared: "Was verglichen wird",
    fields: "Felder",
    output: "Ausgabe",
    page: "Seite",
    pageNow: "Die Seite, wie sie jetzt ist",
    pageProposed: "Die Seite, wie sie dann wäre",
  },

  output: {
    renderedOver: "Dargestellt mit",
    sampleData: "Beispieldaten",
    element: "Element",
    itsSampleData: "Dargestellt mit den Beispieldaten der Vorlage.",
    eachSampleData: "Jede Fassung ist mit ihren eigenen Beispieldaten dargestellt.",
    currentFields: (revision) => `Dargestellt mit den jetzigen Feldern dieses Elements, Version ${revision}.`,
    onlyLooked: "Die Wahl eines Elements ändert nur diese Ansicht. Genehmigt wird die Vorlage.",
    reading: "Das Element wird geladen",
    noElement: "Sie können kein Element dieses Typs ansehen.",
    notRead: (reason) => `Das Element konnte nicht gelesen werden: ${reason}`,
    namedNotRead: (reason) =>
      `Das Element, das diese Vorlage nennt, konnte nicht gelesen werden: ${reason} Die Ausgabe darunter verwendet die Beispieldaten.`,
  },

  threeStates: {
    atProposal: "Beim Vorschlag",
    now: "Jetzt",
    proposed: "Vorgeschlagen",
    isProposed: "Der Vorschlag ändert es.",
    isTouched: "Seit dem Vorschlag geändert.",
    touchedBy: (who, when) => (
      <>
        Seit dem Vorschlag geändert von {who}, {when}.
      </>
    ),
    isLeftOut: "Entfällt bei der Übertragung",
    wouldChange: "Was eine Übertragung auf den jetzigen Stand ändern würde",
  },

  picture: {
    name: "ein Bild",
    pixels: (width, height) => `${width} × ${height} Pixel`,
    notShown: "Dieses Bild kann hier nicht angezeigt werden.",
    saveFile: "Datei speichern",
  },

  bytes: (amount) => `${numberWords(amount)} Byte`,
  kilobytes: (amount) => `${numberWords(amount)} kB`,
};
