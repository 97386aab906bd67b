import { contentExportSchema, ELEMENT_KINDS, elementPageSchema, type ElementSummary } from "@countersign/protocol";
import { Option, type Command } from "commander";
import { z } from "zod";
import type { CallServer } from "../call-server.ts";
import { dataOption, type CommandContext } from "../command-context.ts";
import { readContentFile, writeContentFile } from "../content-file.ts";
import { callReading, withChanging } from "../person-access.ts";
import { MAX_LIMIT, readLimit } from "../read-limit.ts";
import { renderElements } from "../render-elements.ts";
import { renderForTerminal } from "../render-for-terminal.ts";
import { stringifyForTerminal } from "../stringify-for-terminal.ts";

interface ListFlags {
  data: string;
  kind?: (typeof ELEMENT_KINDS)[number];
  folder?: string;
  q?: string;
  limit: number;
  json?: true;
}

const loadedSchema = z.object({ elements: z.number() });
/** Seconds; a whole catalogue with its images takes longer than other responses. */
const HOLD_SECONDS = 300;

export function addContent(program: Command, context: CommandContext): void {
  const { terminal, paint } = context;
  const content = program.command("content").description("list, load, export and import content");

  content
    .command("sample")
    .description("load sample content into an empty store")
    .addOption(dataOption())
    .action(async ({ data }: { data: string }) => {
      const { elements } = await withChanging(context, data, loadSample);
      terminal.write(`Loaded ${elements} elements of sample content.\n`);
    });

  content
    .command("export [file]")
    .description("export all content as one JSON file, or to standard output")
    .option("--force", "overwrite an existing file")
    .addOption(dataOption())
    .action(async (file: string | undefined, { data, force = false }: { data: string; force?: boolean }) => {
      const callServer = await callReading(context, data);
      const call = { path: "/api/content/export", holdSeconds: HOLD_SECONDS };
      const exported = await callServer(contentExportSchema, call);
      if (file === undefined) return terminal.write(`${stringifyForTerminal(exported, 1)}\n`);
      await writeContentFile(file, exported, force);
      const { elements, types } = exported;
      terminal.writeError(`Saved ${elements.length} elements and ${types.length} types to ${shown(file)}.\n`);
    });

  content
    .command("import <file>")
    .description("import a content file, all or nothing")
    .addOption(dataOption())
    .action(async (file: string, { data }: { data: string }) => {
      const body = await readContentFile(file);
      const call = { method: "POST", path: "/api/content/import", body, holdSeconds: HOLD_SECONDS } as const;
      const { elements } = await withChanging(context, data, (callServer) => callServer(loadedSchema, call));
      terminal.write(`Imported from ${shown(file)}: ${elements} ${elements === 1 ? "element" : "elements"}.\n`);
    });

  content
    .command("list")
    .description("list elements by path, of one kind or all")
    .addOption(new Option("--kind <kind>", "only this kind").choices([...ELEMENT_KINDS]))
    .option("--folder <path>", "in this folder and below it")
    .option("--q <text>", "with this text in the path or fields")
    .option("--limit <number>", `maximum number, at most ${MAX_LIMIT}`, readLimit, 50)
    .option("--json", "print the server's answer as JSON")
    .addOption(dataOption())
    .action(async ({ data, limit, json, ...filter }: ListFlags) => {
      const { items, isCut } = await listElements(await callReading(context, data), filter, limit);
      if (json) terminal.write(`${stringifyForTerminal({ items }, 2)}\n`);
      else if (items.length === 0) terminal.write("No elements found.\n");
      else terminal.write(`${renderElements(items, { paint, columns: terminal.columns })}\n`);
      if (isCut) terminal.writeError(`Only the first ${items.length} are shown. Use \`--limit\` to show more.\n`);
    });
}

export const loadSample = (callServer: CallServer): Promise<{ elements: number }> =>
  callServer(loadedSchema, { method: "POST", path: "/api/content/sample", body: {}, holdSeconds: HOLD_SECONDS });

/** Lists elements of all kinds. The server lists one kind at a time; each kind fills what is left of the limit. */
async function listElements(
  callServer: CallServer,
  { kind, folder, q }: Pick<ListFlags, "kind" | "folder" | "q">,
  limit: number,
): Promise<{ items: ElementSummary[]; isCut: boolean }> {
  const items: ElementSummary[] = [];
  for (const each of kind === undefined ? ELEMENT_KINDS : [kind]) {
    const query = new URLSearchParams({
      kind: each,
      // Asks for one more than the limit, to detect that there are more.
      limit: String(Math.min(limit - items.length + 1, MAX_LIMIT)),
      ...(folder !== undefined && { folder }),
      ...(q !== undefined && { q }),
    });
    const page = await callServer(elementPageSchema, { path: `/api/content/elements?${query.toString()}` });
    items.push(...page.items);
    if (items.length > limit || page.nextCursor !== null) return { items: items.slice(0, limit), isCut: true };
  }
  return { items, isCut: false };
}

const shown = (text: string): string => renderForTerminal(text, { form: "line" });
