import { createReadStream, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Command } from "commander";
import type { AuditReport } from "@countersign/protocol";
import { faultWords, watchVerification, readPosition, type VerificationWatch } from "../audit-progress.ts";
import { requestServer } from "../call-server.ts";
import { dataOption, databaseOption, type CommandContext } from "../command-context.ts";
import { readAgentFile } from "../agent-file.ts";
import { openReading } from "../person-access.ts";
import { DATABASE_FOLDER } from "../database-folder.ts";
import { CliFault, EXIT } from "../exit.ts";
import { renderForTerminal } from "../render-for-terminal.ts";
import { verifyExport, type ExportReport } from "../verify-export.ts";

interface VerifyFlags {
  data: string;
  database?: string;
  workspace?: string;
  from?: string;
  server?: true;
  file?: string;
  json?: true;
}

type Report = ExportReport & Partial<Pick<AuditReport, "workspaceId" | "settings">>;

const HOUR_SECONDS = 3600;

export function addAudit(program: Command, context: CommandContext): void {
  program
    .command("audit")
    .description("verify the audit log")
    .command("verify")
    .description("recompute every hash of the audit log and report what was changed, removed or moved")
    .option("--server", "verify an export of the running server instead of opening the database")
    .option("--file <path>", "verify a saved export")
    .option("--workspace <id>", "only this workspace")
    .option("--from <position>", "continue an interrupted verification at the position that it printed")
    .option("--json", "print the report as JSON")
    .addOption(databaseOption())
    .addOption(dataOption())
    .action(async (flags: VerifyFlags) => report(context, flags, await verify(context, flags)));
}

async function verify(context: CommandContext, flags: VerifyFlags): Promise<Report[]> {
  const { data, database, workspace, from, server, file } = flags;
  if (from !== undefined && (server || file !== undefined))
    throw new CliFault(EXIT.usage, "--from is only for a database; an export is always verified as a whole.");
  if (file !== undefined) return [await verifyExport(linesOf(createReadStream(file)))];
  if (server) {
    const access = await openReading(context, data);
    const { body } = await requestServer(access, { path: "/api/audit/export", holdSeconds: HOUR_SECONDS });
    return [
      {
        workspaceId: (await readAgentFile(data)).workspaceId,
        ...(await verifyExport(linesOf(body === null ? Readable.from([]) : Readable.from(body)))),
      },
    ];
  }
  const watched = watchVerification(context.terminal, from);
  try {
    return await verifyDatabase(data, database, { workspace, from, watched });
  } finally {
    watched.end();
  }
}

async function* linesOf(input: Readable): AsyncGenerator<string> {
  try {
    yield* createInterface({ input, crlfDelay: Infinity });
  } catch (error) {
    throw unreadable("The export", error);
  }
}

interface What {
  workspace: string | undefined;
  from: string | undefined;
  watched: VerificationWatch;
}

async function verifyDatabase(data: string, url: string | undefined, what: What): Promise<AuditReport[]> {
  const { workspace, watched } = what;
  const from = what.from === undefined ? undefined : readPosition(what.from);
  const folder = resolve(join(data, DATABASE_FOLDER));
  if (url === undefined && !existsSync(folder)) {
    throw new CliFault(
      EXIT.usage,
      `There is no database in ${resolve(data)}.`,
      "Specify the server's data folder with --data, or its PostgreSQL with --database.",
    );
  }
  const { openDatabase } = await import("../../store/open-database.ts");
  const { verifyAudit } = await import("../../engine/records/verify-audit.ts");
  const database = await openDatabase(url === undefined ? { folder } : { url }).catch((error: unknown) => {
    throw unreadable("The database", error, "If the server is running, use `countersign audit verify --server`.");
  });
  try {
    return await verifyAudit(database, workspace, { from, onProgress: watched.onProgress });
  } catch (error) {
    if (error instanceof CliFault) throw error;
    throw unreadable("The database", error, watched.howToGoOn());
  } finally {
    await database.close();
  }
}

const unreadable = (what: string, error: unknown, hint?: string): CliFault =>
  new CliFault(
    EXIT.unreachable,
    `${what} cannot be read: ${renderForTerminal(error instanceof Error ? error.message : String(error), { form: "block" })}`,
    hint,
  );

function report({ terminal, paint }: CommandContext, { json, workspace }: VerifyFlags, reports: readonly Report[]): void {
  if (reports.length === 0)
    throw new CliFault(EXIT.usage, workspace === undefined ? "There is no workspace." : "There is no such workspace.");
  if (json) terminal.write(`${JSON.stringify(reports)}\n`);
  else for (const one of reports) terminal.write(describe(one, paint));
  const faults = reports.reduce((sum, { faults }) => sum + faults.length, 0);
  if (faults > 0)
    throw new CliFault(EXIT.refused, `The audit log was tampered with: ${faults} ${faults === 1 ? "fault" : "faults"}.`);
}

function describe({ workspaceId, events, head, faults, settings }: Report, paint: CommandContext["paint"]): string {
  const line = (text: string): string => renderForTerminal(text, { form: "line" });
  const lines = faults.map((fault) => `  ${paint.red("fault")} ${line(faultWords(fault))}\n`);
  const whose = workspaceId === undefined ? "" : `${line(workspaceId)}: `;
  return `${whose}${faults.length === 0 ? paint.green("intact") : paint.red("faulty")}, ${events} events verified, head ${line(head)}\n${lines.join("")}${settings ? describeSettings(settings) : ""}`;
}

function describeSettings({ compared, foundAtUpdate, notComparable }: NonNullable<AuditReport["settings"]>): string {
  const notes = [
    ...(foundAtUpdate > 0
      ? [`${foundAtUpdate} of them were first recorded by the update to this version; earlier changes cannot be detected`]
      : []),
    ...(notComparable > 0 ? [`${notComparable} cannot be compared: no server of this version has used this database yet`] : []),
  ];
  return `  ${[`${compared} settings compared`, ...notes].join("; ")}\n`;
}
