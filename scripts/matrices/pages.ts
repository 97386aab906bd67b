import { accessPage } from "./access-page.ts";
import { placesPage } from "./places-page.ts";

/** Keyed by path from the root of the repository. */
export const MATRIX_PAGES: Record<string, () => string> = {
  "docs/security/who-may-call.md": accessPage,
  "docs/security/where-approved.md": placesPage,
};
