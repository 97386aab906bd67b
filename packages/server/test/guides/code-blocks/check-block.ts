import { checkSh, findWrongPorts } from "./check-commands.ts";
import { checkJson } from "./check-json.ts";
import { checkCel, checkHtml, checkStudio, checkText, checkToml, checkYaml } from "./check-others.ts";
import { isProgram } from "./check-programs.ts";
import { checkHttp } from "./check-requests.ts";
import { faultIn, type Block, type Page } from "./read-pages.ts";

type Check = (block: Block, page: Page) => string[] | Promise<string[]>;

/** By language. Programs are checked together, by `findTypeFaults`, and only their addresses here. */
const CHECKS: Readonly<Record<string, Check>> = {
  ts: () => [],
  tsx: () => [],
  js: (block) => (isProgram(block) ? [] : checkStudio(block)),
  sh: checkSh,
  http: checkHttp,
  json: checkJson,
  yaml: checkYaml,
  toml: checkToml,
  cel: checkCel,
  html: checkHtml,
  text: checkText,
};

/** Returns what is wrong with a block, each with page and line. */
export async function checkBlock(block: Block, page: Page): Promise<string[]> {
  const check = CHECKS[block.language];
  if (check === undefined) return [faultIn(block, `nothing here checks the language \`${block.language}\``)];
  const faults = await check(block, page);
  const ports = block.language === "sh" ? [] : findWrongPorts(block.text);
  return [...faults, ...ports].map((fault) => faultIn(block, fault));
}
