/** Parts of the inbox with strings of their own. Each has a file here, in English, and one of the same name in every other language. */
export const AREAS = [
  "ui",
  "code",
  "events",
  "proposal",
  "queue",
  "firstSteps",
  "batch",
  "views",
  "keyboard",
  "panel",
  "checkpoints",
  "emergency",
  "action",
  "records",
  "decision",
  "history",
  "question",
  "safety",
  "tools",
  "tryIt",
  "condition",
  "groups",
  "grants",
  "admin",
  "upstreams",
  "connections",
  "studio",
  "adminContent",
  "agents",
  "people",
  "notifications",
  "keys",
  "keyLimits",
  "account",
  "connect",
  "settings",
  "chat",
  "content",
  "drawing",
  "editor",
  "insights",
  "audit",
  "app",
  "shell",
  "session",
  "embed",
] as const;

export type Area = (typeof AREAS)[number];

/** What a language has for each area. */
export type Translation = Record<Area, object>;

const areas = new Map<Area, object>();
let translation: Translation | undefined;

/** Has all areas, those loaded and those loaded later, speak another language. Called once, before the first page is shown. */
export function speak(language: Translation): void {
  translation = language;
  for (const [area, strings] of areas) Object.assign(strings, language[area]);
}

/**
 * Strings of one area: texts, and functions that put values into a text. Their types are those of the English ones, so a language in
 * which one is missing, or takes other values, does not compile. They are read when something is shown, never when a module is
 * loaded: the language may not be there yet.
 */
export function catalogue<Strings extends object>(area: Area, english: Strings): Strings {
  areas.set(area, english);
  return Object.assign(english, translation?.[area]);
}
