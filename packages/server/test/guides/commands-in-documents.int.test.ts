import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const SKIPPED = new Set(["node_modules", "dist", "public", ".git", ".cache", ".data", "coverage", "test-results"]);
const READ = new Set([".md", ".ts", ".tsx", ".mts", ".mjs", ".cjs", ".js", ".json", ".yaml", ".yml", ".html", ".sh"]);

/** Commands that fetch a package by name if it is not installed; the scope `@countersign` is allowed. */
const BY_NAME = [
  /\b(?:npx|pnpx|bunx|(?:npm|pnpm|yarn|bun) (?:exec|dlx|x|create))\s+(?:--?[\w=-]+\s+)*countersign/,
  /\b(?:npm|pnpm|yarn|bun) (?:i|install|add)\s+(?:--?[\w=-]+\s+)*countersign/,
  /"(?:npx|pnpx|bunx)"[^\]]{0,80}"countersign/,
];

function* textFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* textFiles(path);
    if (entry.isFile() && READ.has(extname(entry.name)) && entry.name !== "package-lock.json") yield path;
  }
}

test("G25 no document, setting or message runs a package of an unregistered name", () => {
  const files = [...textFiles(root)];
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter((path) => path !== import.meta.filename)
    .flatMap((path) => {
      const text = readFileSync(path, "utf8");
      return BY_NAME.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).map((words) => `${relative(root, path)}: ${words}`);
    });
  expect(found).toEqual([]);
});

test.each([
  "npx countersign demo",
  "npx -y countersign@latest",
  "npm exec -- countersign demo",
  "pnpm dlx countersign",
  "npx countersign-claude-hook",
  "npm install -g countersign",
  '"command": "npx",\n "args": ["countersign", "mcp"]',
])("G25 a command by name is found: %s", (text) => {
  expect(BY_NAME.some((pattern) => pattern.test(text))).toBe(true);
});

test.each([
  "npm run countersign -- demo",
  "node /opt/countersign/bin/countersign.mjs",
  "npm install @countersign/sdk",
  "npx vitest run",
])("a command of this installation is none: %s", (text) => expect(BY_NAME.some((pattern) => pattern.test(text))).toBe(false));
