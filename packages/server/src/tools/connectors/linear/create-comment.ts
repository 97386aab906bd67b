import { z } from "zod";
import type { Json } from "@countersign/protocol";
import type { ServerTool } from "../../../ports/tool.ts";
import { inputSchemaOf, ownWorkspace, readInput } from "../read-input.ts";
import { askLinear } from "./ask-linear.ts";
import { clientId, createOnce } from "./client-id.ts";
import { readIssue, targetOf } from "./issue.ts";
import type { LinearConnection } from "./settings.ts";

const commentInput = z.strictObject({
  ...ownWorkspace,
  issue_id: z.string().min(1).max(100).describe("Identifier as `ENG-12`, or id"),
  body: z.string().min(1).max(100_000).regex(/\S/).describe("Markdown"),
});

interface Comment {
  id: string;
  url: string;
}

export const createCommentTool = (connection: LinearConnection): ServerTool => ({
  definition: {
    name: "create_linear_comment",
    title: "Comment on a Linear issue",
    description: "Posts a comment on a Linear issue; everybody who follows the issue is notified.",
    inputSchema: inputSchemaOf(commentInput),
    effect: "idempotent",
    risk: 3,
    protectedKeys: ["workspace_id", "issue_id"],
    timeoutSeconds: 120,
  },
  approval: "required",

  /** Has no snapshot: a comment replaces nothing, so the issue may change before it is posted. */
  async describe(input) {
    const { issue_id: id, body } = readInput(commentInput, input, connection.workspaceId);
    const issue = await readIssue(connection, id, AbortSignal.timeout(LOOK_MS));
    return {
      preview: {
        title: `Comment on ${issue.identifier}`,
        summary: issue.title,
        count: 1,
        items: [{ issue: issue.title, body }],
      },
      target: targetOf(issue),
    };
  },

  async execute(input, { idempotencyKey, signal }): Promise<Json> {
    const { issue_id: on, body } = readInput(commentInput, input, connection.workspaceId);
    const issue = await readIssue(connection, on, signal);
    signal.throwIfAborted();
    const id = clientId(idempotencyKey);
    const mutation = `mutation($input: CommentCreateInput!) { commentCreate(input: $input) { success comment { id url } } }`;
    const values = { id, issueId: issue.id, body };
    const comment = await createOnce(
      async () => {
        const { commentCreate } = await askLinear<{ commentCreate: { comment: Comment } }>(connection, signal, mutation, {
          input: values,
        });
        return commentCreate.comment;
      },
      async () => {
        const query = `query($id: String!) { comment(id: $id) { id url } }`;
        return (await askLinear<{ comment: Comment }>(connection, signal, query, { id })).comment;
      },
    );
    return { id: comment.id, url: comment.url, issue: issue.identifier };
  },
});

const LOOK_MS = 15_000;
