import { dirname, join } from "node:path";
import ts from "typescript";
import { FRAMEWORKS, READERS_OWN } from "./readers-own.ts";
import { root, type Block, type Page } from "./read-pages.ts";

/** Folder that the programs seem to lie in: the packages that they import are found from here. */
const FOLDER = join(root, "packages/sdk/pages");

/** Whether a block is TypeScript, or JavaScript that imports our packages. Other JavaScript is the source of a studio tool. */
export const isProgram = ({ language, text }: Block): boolean =>
  language === "ts" || language === "tsx" || (language === "js" && text.includes('from "@countersign/'));

/**
 * Type-checks the programs of pages, all blocks of a page as one module: a block may use what an earlier one made. Lines keep their
 * numbers; the declarations of what the reader has stand in the first line, which is the page's title.
 */
export function findTypeFaults(pages: readonly Page[]): string[] {
  const sources = new Map<string, string>();
  const pageOf = new Map<string, string>();
  for (const { path, blocks } of pages) {
    const programs = blocks.filter(isProgram);
    if (programs.length === 0) continue;
    const lines = [(READERS_OWN[path] ?? "").replaceAll("\n", " ")];
    for (const { line, text } of programs) for (const [at, code] of text.split("\n").entries()) lines[line + at] = code;
    const name = join(FOLDER, `${path.replaceAll("/", "-")}.${programs[0]?.language}`);
    sources.set(name, `${Array.from(lines, (line) => line ?? "").join("\n")}\nexport {};\n`);
    pageOf.set(name, path);
  }
  sources.set(join(FOLDER, "frameworks.d.ts"), FRAMEWORKS);
  const options = readOptions();
  const program = ts.createProgram([...sources.keys()], options, createHost(options, sources));
  return [...pageOf.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    const faults = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return faults.map(({ messageText, start = 0 }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${pageOf.get(name)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
  });
}

function readOptions(): ts.CompilerOptions {
  const path = join(root, "tsconfig.base.json");
  const { config } = ts.readConfigFile(path, (name) => ts.sys.readFile(name)) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, dirname(path));
  return { ...options, noEmit: true, allowJs: true, checkJs: true, jsx: ts.JsxEmit.Preserve };
}

function createHost(options: ts.CompilerOptions, sources: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => sources.has(name) || fileExists(name);
  host.readFile = (name) => sources.get(name) ?? readFile(name);
  host.getSourceFile = (name, language, ...more) => {
    const text = sources.get(name);
    if (text === undefined) return getSourceFile(name, language, ...more);
    return ts.createSourceFile(name, text, language, true);
  };
  return host;
}
