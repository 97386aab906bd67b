import { speak } from "./catalogue.ts";
import { language } from "./language.ts";

/** Has the page speak its language. The English strings come with the code that shows them; others are loaded first. */
export async function loadLanguage(): Promise<void> {
  globalThis.document.documentElement.lang = language;
  if (language === "de") speak((await import("./de/index.ts")).german);
}
