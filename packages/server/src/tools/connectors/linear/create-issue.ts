import type { Json, JsonObject } from "@countersign/protocol";
import type { ServerTool } from "../../../ports/tool.ts";
import { inputSchemaOf, readInput } from "../read-input.ts";
import { ServiceFault } from "../service-fault.ts";
import { askLinear } from "./ask-linear.ts";
import { clientId, createOnce } from "./client-id.ts";
import { getTeam } from "./find-team.ts";
import { newIssueInput, toLinear } from "./issue-input.ts";
import { allowTeam, type LinearConnection } from "./settings.ts";

const CREATED = "id identifier url title";

interface Created {
  id: string;
  identifier: string;
  url: string;
  title: string;
}

export const createIssueTool = (connection: LinearConnection): ServerTool => ({
  definition: {
    name: "create_linear_issue",
    title: "Create a Linear issue",
    description: "Creates an issue in a Linear team.",
    inputSchema: inputSchemaOf(newIssueInput),
    effect: "idempotent",
    risk: 3,
    protectedKeys: ["workspace_id", "team_id"],
    timeoutSeconds: 120,
  },
  approval: "required",

  async describe(input) {
    const { workspace_id: _own, team_id: team, ...issue } = readInput(newIssueInput, input, connection.workspaceId);
    allowTeam(connection, [team], "/team_id");
    return { preview: { title: `Create an issue in ${team}`, count: 1, items: [{ description: "", ...issue } as JsonObject] } };
  },

  async execute(input, { idempotencyKey, signal }): Promise<Json> {
    const { team_id: team, ...rest } = readInput(newIssueInput, input, connection.workspaceId);
    allowTeam(connection, [team], "/team_id");
    signal.throwIfAborted();
    const id = clientId(idempotencyKey);
    const values = { id, teamId: (await getTeam(connection, team, signal)).id, ...toLinear(rest) };
    const mutation = `mutation($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${CREATED} } } }`;
    const issue = await createOnce(
      async () => {
        const { issueCreate } = await askLinear<{ issueCreate: { issue: Created | null } }>(connection, signal, mutation, {
          input: values,
        });
        if (!issueCreate.issue) throw new ServiceFault("server", "The answer contains no issue.");
        return issueCreate.issue;
      },
      async () => {
        const query = `query($id: String!) { issue(id: $id) { ${CREATED} } }`;
        return (await askLinear<{ issue: Created }>(connection, signal, query, { id })).issue;
      },
    );
    return { id: issue.id, identifier: issue.identifier, url: issue.url, title: issue.title };
  },
});
