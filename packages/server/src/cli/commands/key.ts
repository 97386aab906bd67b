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
    .description("make keys for agents, workers and scripts")
    .command("create")
    .description("make a key; it is printed this once, alone on stdout")
    .addOption(new Option("--kind <kind>", "whose key it is").choices(["agent", "worker", "user"]).makeOptionMandatory())
    .requiredOption("--name <text>", "what people see beside what it did")
    .option(
      "--group <name>",
      "a group of tools an agent may see; may be repeated",
      (name: string, names: string[]) => [...names, name],
      [],
    )
    .addOption(new Option("--role <role>", "of a user key, at most your own").choices([...ROLES]))
    .option("--confirm", "say yes to what the key lets an agent do without a person; the refusal names it")
    .addOption(dataOption())
    .action(async ({ data, kind, name, group, role, confirm }: KeyFlags) => {
      if (group.length > 0 && kind !== "agent") throw new CliFault(EXIT.usage, "--group goes with --kind agent only.");
      if (role !== undefined && kind !== "user") throw new CliFault(EXIT.usage, "--role goes with --kind user only.");
      const body = {
        kind,
        name,
        ...(group.length > 0 && { groups: group }),
        ...(role !== undefined && { role }),
        ...(confirm && { confirm }),
      };
      const call = { method: "POST", path: "/api/keys", body } as const;
      const created = await withChanging(context, data, (callServer) => callServer(createdKeySchema, call));
      terminal.writeError(`Key ${shown(created.id)} for ${kind} ${shown(name)}. Keep it now; it is not shown again.\n`);
      terminal.write(`${shown(created.key)}\n`);
    });
}

const shown = (text: string): string => renderForTerminal(text, { form: "line" });
