import { isValidElement } from "react";
import { expect, test } from "vitest";
import { AREAS, catalogue, speak, type Translation } from "../src/strings/catalogue.ts";
import { german } from "../src/strings/de/index.ts";

const kebab = (area: string): string => area.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every text of a catalogue by its path, but for what is drawn around values. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null || isValidElement(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => textsOf(one, `${path}.${key}`));
}

/** Names that are the same in both languages. */
const NAMES = ["Streamable HTTP", "Claude Code", "Claude Desktop", "VS Code", "Cmd K"];

const english = await Promise.all(
  AREAS.map(async (area) => {
    const { strings } = (await import(`../src/strings/${kebab(area)}.tsx`)) as { strings: object };
    return [area, strings] as const;
  }),
);

test("every area has texts", () => {
  expect(english.filter(([, strings]) => Object.keys(strings).length === 0)).toEqual([]);
});

test("no sentence was left in English", () => {
  const translated = new Map(AREAS.flatMap((area) => textsOf(german[area], area)));
  const same = english
    .flatMap(([area, strings]) => textsOf(strings, area))
    .filter(([path, text]) => text.includes(" ") && !NAMES.includes(text) && translated.get(path) === text);
  expect(same).toEqual([]);
});

test("a language is spoken by what was loaded before, and by what is loaded later", () => {
  const spoken = english.map(([, strings]) => ({ ...strings }));
  try {
    speak(german);
    expect(english.map(([area, strings]) => [area, textsOf(strings, area)])).toEqual(
      AREAS.map((area) => [area, textsOf(german[area], area)]),
    );
    expect(catalogue("embed", { loading: "Loading" }).loading).toBe(german.embed.loading);
  } finally {
    // Other tests share this process and read English.
    speak(Object.fromEntries(english.map(([area], n) => [area, spoken[n]])) as Translation);
    for (const [n, [, strings]] of english.entries()) Object.assign(strings, spoken[n]);
  }
});
