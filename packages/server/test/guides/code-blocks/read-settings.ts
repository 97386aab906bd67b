import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./read-pages.ts";

const SETTING = /\b(?:COUNTERSIGN_[A-Z_]+[A-Z]|DATABASE_URL|XDG_CONFIG_HOME|APPDATA)\b/g;

/** Names of the environment variables in the sources of the server and its command line. */
export const READ_SETTINGS: ReadonlySet<string> = new Set(
  readdirSync(join(root, "packages/server/src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => readFileSync(join(root, "packages/server/src", name), "utf8").match(SETTING) ?? []),
);
