import { writeFileSync } from "node:fs";
import { MATRIX_PAGES } from "./pages.ts";

// npm run matrices: writes the pages on who may call which route, and where each risk may be approved; a test compares them.

for (const [path, page] of Object.entries(MATRIX_PAGES)) writeFileSync(new URL(`../../${path}`, import.meta.url), page());
