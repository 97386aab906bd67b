import { speak } from "./catalogue.ts";
import { language } from "./language.ts";

/**
 * Has the page speak its language. The English strings come with the code that shows them; others are loaded first, and a page
 * that cannot load them stays English. Never rejects.
 */
export async function loadLanguage(): Promise<void> {
  if (language === "en") return;
  const loaded = await import("./de/index.ts").catch(() => undefined);
  if (!loaded) return;
  speak(loaded.german);
  globalThis.document.documentElement.lang = language;
}
