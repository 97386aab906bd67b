import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
/** The SDK's adapters are entry points of their own, each with the names of its framework. */
const OWN_ENTRIES = "packages/sdk/src/adapters/";

const sources = readdirSync(join(root, "packages")).flatMap((name) =>
  readdirSync(join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => `packages/${name}/src/${file}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith(OWN_ENTRIES)),
);

/** Exported types by name, with the files that declare them. */
function findTypes(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of sources) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, name = ""] of text.matchAll(/^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm)) {
      found.set(name, [...(found.get(name) ?? []), path]);
    }
  }
  return found;
}

test("one word, one thing: no two exported types share a name", () => {
  expect([...findTypes()].filter(([, files]) => files.length > 1)).toEqual([]);
});
