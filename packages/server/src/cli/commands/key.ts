import { createdKeySchema, ROLES } from "@countersign/protocol";
import { Option, type Command } from "commander";
import { dataOption, type CommandContext } from "../command-context.ts";
import { CliFault, EXIT } from "../exit.ts";
import { withChanging } from "../person-access.ts";
import { renderForTerminal } from "../render-for-terminal.ts";

interface KeyFlags {
  data: string;
  kind: "agent" | "worker" | "user";
  name: string;
  group: string[];
  role?: string;
  confirm?: boolean;
}

export function addKey(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command("key")
    .description("create keys for agents, workers and scripts")
    .command("create")
    .description("create a key; it is printed once, alone on stdout")
    .addOption(new Option("--kind <kind>", "kind of key").choices(["agent", "worker", "user"]).makeOptionMandatory())
    .requiredOption("--name <text>", "name of the key, shown in the audit log")
    .option(
      "--group <name>",
      "a group of tools for an agent; repeatable",
      (name: string, names: string[]) => [...names, name],
      [],
    )
    .addOption(new Option("--role <role>", "role of a user key, at most your own").choices([...ROLES]))
    .option("--confirm", "confirm that the key lowers protection, as the error message explains")
    .addOption(dataOption())
    .action(async ({ data, kind, name, group, role, confirm }: KeyFlags) => {
      if (group.length > 0 && kind !== "agent") throw new CliFault(EXIT.usage, "--group only applies to --kind agent.");
      if (role !== undefined && kind !== "user") throw new CliFault(EXIT.usage, "--role only applies to --kind user.");
      const body = {
        kind,
        name,
        ...(group.length > 0 && { groups: group }),
        ...(role !== undefined && { role }),
        ...(confirm && { confirm }),
      };
      const call = { method: "POST", path: "/api/keys", body } as const;
      const created = await withChanging(context, data, (callServer) => callServer(createdKeySchema, call));
      terminal.writeError(`Key ${shown(created.id)} for ${kind} ${shown(name)}. Save it now; it is not shown again.\n`);
      terminal.write(`${shown(created.key)}\n`);
    });
}

const shown = (text: string): string => renderForTerminal(text, { form: "line" });
