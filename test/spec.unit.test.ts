import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

const numbers = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].flatMap((match) => (match[1] ?? "").trim().split(" ")));

function testFiles(): string[] {
  const packages = readdirSync(join(root, "packages"));
  return packages
    .flatMap((name) => [join(root, "packages", name, "test"), join(root, "packages", name, "e2e")])
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
    .filter((path) => /\.(test|contract|e2e|spec)\.tsx?$/.test(path));
}

/** Guarantees in SPEC.md, and those in test titles: `test("G3 two approvals, one run", …)`; a title may name several. */
const promised = numbers(readFileSync(join(root, "SPEC.md"), "utf8"), /\*\*(G\d+)\*\*/g);
const tested = numbers(
  testFiles()
    .map((path) => readFileSync(path, "utf8"))
    .join("\n"),
  /\(\s*["'`]((?:G\d+ )+)/g,
);

test("every guarantee of SPEC.md has a test", () => {
  expect([...promised].filter((id) => !tested.has(id))).toEqual([]);
});

test("every guarantee a test names is in SPEC.md", () => {
  expect([...tested].filter((id) => !promised.has(id))).toEqual([]);
});
