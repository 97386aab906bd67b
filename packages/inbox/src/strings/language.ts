/** Languages of the inbox; the first is used where the browser asks for none of them. */
export const LANGUAGES = ["en", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Name of the product, the same in every language. */
export const PRODUCT = "Countersign";

/** Each language as its speakers call it. */
export const OWN_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

const KEPT_AS = "countersign-language";

const isLanguage = (text: string | null): text is Language => LANGUAGES.some((language) => language === text);

/** What this browser keeps; null without a choice, or where nothing can be kept (private windows, tests without a browser). */
function keptLanguage(): Language | null {
  try {
    const kept = globalThis.localStorage?.getItem(KEPT_AS) ?? null;
    return isLanguage(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** `de` for `de-AT`: the first of the browser's languages that there is. */
function browserLanguage(): Language {
  const [wanted] = (globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase()).filter(isLanguage);
  return wanted ?? LANGUAGES[0];
}

/** The language chosen in this browser; null if it follows the browser's own. */
export const chosenLanguage = keptLanguage();

/** The language of this page. It is read once: strings are fixed when their module is loaded. */
export const language: Language = chosenLanguage ?? browserLanguage();

/** Stores the chosen language, or null for the one of the browser, and reloads the page. */
export function chooseLanguage(chosen: Language | null): void {
  if (chosen === null) globalThis.localStorage.removeItem(KEPT_AS);
  else globalThis.localStorage.setItem(KEPT_AS, chosen);
  globalThis.location.reload();
}
