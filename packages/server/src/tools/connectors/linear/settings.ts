import { z } from "zod";
import { ToolFailure } from "../../../ports/tool.ts";
import type { OpenConnection } from "../connector.ts";

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
    .describe("Of the GraphQL API"),
  teams: z
    .array(z.string().min(1).max(100))
    .max(500)
    .default([])
    .describe("Teams agents may write to, by key as `ENG` or by id; none without an entry"),
});

export type LinearConnection = OpenConnection<z.output<typeof linearCredentials>, z.output<typeof linearSettings>>;

/** Refuses a team of which neither key nor id is on the list. `names` are the known names of one team. */
export function allowTeam({ settings }: LinearConnection, names: readonly string[], path: string): void {
  const wanted = names.map((name) => name.toLowerCase());
  if (settings.teams.some((entry) => wanted.includes(entry.toLowerCase()))) return;
  const message = `Team ${names[0] ?? ""} is not one of those this connection may use. An administrator can add it under Settings, Services.`;
  throw new ToolFailure("forbidden", message, path);
}
