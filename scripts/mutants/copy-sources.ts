import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const LEFT_OUT = new Set(["node_modules", "dist", "public", ".cache"]);
const COPIED = [
  "packages",
  "test",
  "examples",
  "scripts/lib",
  "package.json",
  "tsconfig.json",
  "tsconfig.base.json",
  "vitest.config.ts",
];

/** Copies the sources to mutate. npm dependencies are linked to the original; our own packages are linked to the copy. */
export function copySources(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), "countersign-mutants-"));
  const filter = (path: string): boolean => !LEFT_OUT.has(basename(path));
  for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  mkdirSync(join(copy, "node_modules/@countersign"), { recursive: true });
  // A package has its own dependency where its version differs from the shared one.
  for (const folder of ["", ...readdirSync(join(copy, "packages")).map((name) => join("packages", name))]) {
    linkPackages(join(root, folder, "node_modules"), join(copy, folder, "node_modules"));
  }
  for (const name of readdirSync(join(copy, "packages"))) {
    symlinkSync(join(copy, "packages", name), join(copy, "node_modules/@countersign", name));
  }
  return copy;
}

function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of existsSync(from) ? readdirSync(from) : []) {
    if (!name.startsWith(".") && name !== "@countersign") symlinkSync(join(from, name), join(to, name));
  }
}
