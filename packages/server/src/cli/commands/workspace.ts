import { resolve } from "node:path";
import type { Command } from "commander";
import type { workspacesAt } from "../../maintenance.ts";
import { dataOption, databaseOption, type CommandContext } from "../command-context.ts";
import { CliFault, EXIT } from "../exit.ts";
import { renderForTerminal } from "../render-for-terminal.ts";

interface PlaceFlags {
  data: string;
  database?: string;
}

interface CreateFlags extends PlaceFlags {
  adminEmail: string;
  adminName: string;
  json?: boolean;
}

/** Workspaces are made and ended by whoever can open the database; no role in a workspace is enough. */
export function addWorkspace(program: Command, { terminal }: CommandContext): void {
  const workspace = program
    .command("workspace")
    .description("manage the workspaces of this installation; with the embedded database the server must be stopped");
  const command = (words: string, description: string): Command =>
    workspace.command(words).description(description).addOption(dataOption()).addOption(databaseOption());

  command("list", "list the workspaces, oldest first").action(async (flags: PlaceFlags) => {
    for (const { id, name, createdAt, archivedAt } of await run(flags, (workspaces) => workspaces.list())) {
      const since = archivedAt === null ? `since ${day(createdAt)}` : `archived ${day(archivedAt)}`;
      terminal.write(`${id}  ${since}  ${shown(name)}\n`);
    }
  });

  command("create <name>", "create a workspace with its first administrator; running servers serve it within seconds")
    .requiredOption(
      "--admin-email <address>",
      "e-mail of the first administrator; a member of another workspace keeps their account",
    )
    .requiredOption("--admin-name <name>", "display name of the first administrator")
    .option("--json", "print the result as JSON, for scripts")
    .action(async (name: string, { adminEmail, adminName, json, ...flags }: CreateFlags) => {
      const asked = { name, admin: { name: adminName, email: adminEmail } };
      const made = valueOf(await run(flags, (workspaces) => workspaces.create(asked)));
      if (json) return terminal.write(`${JSON.stringify(made)}\n`);
      const { workspaceId, agentKey, signInUrl } = made;
      const link =
        signInUrl === null
          ? `${shown(adminEmail)} signs in as before and sees the new workspace.`
          : `Sign-in link for ${shown(adminEmail)}, single use, valid for 24 hours:\n  ${signInUrl}`;
      terminal.write(
        `Workspace ${shown(asked.name)} is ${workspaceId}.\n${link}\nFirst agent key, shown this once:\n  ${agentKey}\n`,
      );
    });

  command("invite <id>", "create a new sign-in link for a first administrator without a password").action(
    async (id: string, flags: PlaceFlags) => {
      const { email, signInUrl } = valueOf(await run(flags, (workspaces) => workspaces.invite(id)));
      terminal.write(`Sign-in link for ${shown(email)}, single use, valid for 24 hours:\n  ${signInUrl}\n`);
    },
  );

  command("archive <id>", "archive a workspace: stop everything in it and reject its keys; nothing is deleted").action(
    async (id: string, flags: PlaceFlags) => {
      const { name } = valueOf(await run(flags, (workspaces) => workspaces.archive(id)));
      terminal.write(`${shown(name)} is archived: nothing runs in it, and nobody can sign in to it.\n`);
    },
  );

  command("restore <id>", "restore an archived workspace").action(async (id: string, flags: PlaceFlags) => {
    const { name } = valueOf(await run(flags, (workspaces) => workspaces.restore(id)));
    terminal.write(`${shown(name)} is restored. Its emergency stop stays on until one of its administrators lifts it.\n`);
  });
}

type Workspaces = ReturnType<typeof workspacesAt>;

async function run<T>({ data, database }: PlaceFlags, work: (workspaces: Workspaces) => Promise<T>): Promise<T> {
  const maintenance = await import("../../maintenance.ts");
  const place = { dataFolder: resolve(data), ...(database !== undefined && { databaseUrl: database }) };
  return work(maintenance.workspacesAt(place)).catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error);
    throw new CliFault(EXIT.refused, renderForTerminal(words, { form: "block" }));
  });
}

function valueOf<T>(result: { ok: true; value: T } | { ok: false; refusal: { detail: string } }): T {
  if (result.ok) return result.value;
  throw new CliFault(EXIT.refused, renderForTerminal(result.refusal.detail, { form: "block" }));
}

const shown = (text: string): string => renderForTerminal(text, { form: "line" });
const day = (date: Date): string => date.toISOString().slice(0, 10);
