import type { z } from "zod";
import type { Connector } from "../connector.ts";
import { askLinear } from "./ask-linear.ts";
import { createCommentTool } from "./create-comment.ts";
import { createIssueTool } from "./create-issue.ts";
import { linearReadTools } from "./read-tools.ts";
import { freePlaces } from "../read-tool.ts";
import { linearCredentials, linearSettings } from "./settings.ts";
import { updateIssueTool } from "./update-issue.ts";

/** Issues and comments in Linear, through its GraphQL API. */
export const linearConnector: Connector<z.output<typeof linearCredentials>, z.output<typeof linearSettings>> = {
  name: "linear",
  title: "Linear",
  credentials: linearCredentials,
  settings: linearSettings,
  freeReads: (settings) => freePlaces(settings, settings.teams),
  tools: (connection) => [
    ...(connection.settings.reads ? linearReadTools(connection) : []),
    createIssueTool(connection),
    updateIssueTool(connection),
    createCommentTool(connection),
  ],

  /** Also checks the allowed teams, because a valid key may see none of them. */
  async test(connection, signal) {
    const query = "query { viewer { name organization { name } } teams(first: 250) { nodes { id key } } }";
    const { viewer, teams } = await askLinear<Answer>(connection, signal, query);
    const seen = teams.nodes.flatMap(({ id, key }) => [id.toLowerCase(), key.toLowerCase()]);
    const unseen = connection.settings.teams.filter((entry) => !seen.includes(entry.toLowerCase()));
    if (unseen.length > 0) {
      return { ok: false, code: "settings", message: `There is no such team, or the key cannot see it: ${unseen.join(", ")}.` };
    }
    return { ok: true, as: `${viewer.name} of ${viewer.organization.name}` };
  },
};

interface Answer {
  viewer: { name: string; organization: { name: string } };
  teams: { nodes: { id: string; key: string }[] };
}
