import { z } from "zod";
import { ToolFailure } from "../../../ports/tool.ts";
import type { OpenConnection } from "../connector.ts";
import { readsSetting } from "../read-tool.ts";

export const linearCredentials = z.strictObject({
  token: z
    .string()
    .min(1)
    .max(500)
    .describe("Personal API key with *Read* and *Write* on the teams below, or an OAuth access token"),
});

export const linearSettings = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .default("https://api.linear.app/graphql")
    .meta({ title: "API address" })
    .describe("Address of the GraphQL API"),
  teams: z
    .array(z.string().min(1).max(100))
    .max(500)
    .default([])
    .describe("Teams that agents can write to, by key such as `ENG` or by id; empty for none"),
  reads: readsSetting,
});

export type LinearConnection = OpenConnection<z.output<typeof linearCredentials>, z.output<typeof linearSettings>>;

/** Whether the key or the id of a team is on the connection's list. `names` are the known names of one team. */
export function isAllowedTeam({ settings }: LinearConnection, names: readonly string[]): boolean {
  const wanted = names.map((name) => name.toLowerCase());
  return settings.teams.some((entry) => wanted.includes(entry.toLowerCase()));
}

/** Refuses a team of which neither key nor id is on the list. `names` are the known names of one team. */
export function allowTeam(connection: LinearConnection, names: readonly string[], path: string): void {
  if (isAllowedTeam(connection, names)) return;
  const message = `This connection cannot use the team ${names[0] ?? ""}. An administrator can add it under Settings, Services.`;
  throw new ToolFailure("forbidden", message, path);
}
