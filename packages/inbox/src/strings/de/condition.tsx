import type { strings } from "../condition.tsx";

export const condition: typeof strings = {
  cannotShow: "Das Formular kann diesen Ausdruck nicht darstellen.",
  clear: "Leeren",
  expression: "Ausdruck",
  missingHere: "(hier fehlt etwas)",
  goThere: "Zur Stelle",
  combine: "Verknüpfung der Bedingungen",
  joins: {
    all: "Alle treffen zu",
    any: "Mindestens eine trifft zu",
  },
  add: "Bedingung hinzufügen",
  condition: (number) => `Bedingung ${number}`,
  field: (number) => `Feld von Bedingung ${number}`,
  comparison: (number) => `Vergleich von Bedingung ${number}`,
  value: (number) => `Wert von Bedingung ${number}`,
  remove: (number) => `Bedingung ${number} entfernen`,
  notNumber: "Eine Zahl mit Punkt statt Komma, etwa 1000 oder 0.5",
  operators: {
    "==": "ist",
    "!=": "ist nicht",
    ">": "ist größer als",
    ">=": "ist mindestens",
    "<": "ist kleiner als",
    "<=": "ist höchstens",
    startsWith: "beginnt mit",
    endsWith: "endet mit",
    contains: "enthält",
  },
};
