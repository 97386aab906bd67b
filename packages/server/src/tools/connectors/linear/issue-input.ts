import { z } from "zod";
import { ownWorkspace } from "../read-input.ts";

/** Linear's own limit on titles is slightly higher. */
const title = z.string().min(1).max(250).regex(/\S/);
const id = z.string().min(1).max(100);

/** Fields of an issue a call may set, under the names agents use; null clears a field. */
export const issueFields = {
  description: z.string().max(100_000).describe("Markdown"),
  priority: z.int().min(0).max(4).describe("0 none, 1 urgent, 2 high, 3 medium, 4 low"),
  state_id: id.describe("Workflow state of the team"),
  assignee_id: id.nullable(),
  project_id: id.nullable(),
  label_ids: z.array(id).max(50).describe("All labels; replaces the current ones"),
  estimate: z.int().min(0).max(1000).nullable(),
  due_date: z.iso.date().nullable().describe("`2026-04-21`"),
};

export const newIssueInput = z.strictObject({
  ...ownWorkspace,
  team_id: id.describe("Key as `ENG`, or id"),
  title,
  ...z.object(issueFields).partial().shape,
});

export const issueChangeInput = z.strictObject({
  ...ownWorkspace,
  issue_id: id.describe("Identifier as `ENG-12`, or id"),
  title: title.optional(),
  ...z.object(issueFields).partial().shape,
});

export type IssueChange = Omit<z.output<typeof issueChangeInput>, "workspace_id" | "issue_id">;

/** Maps our field names to Linear's. */
const NAMES = {
  title: "title",
  description: "description",
  priority: "priority",
  state_id: "stateId",
  assignee_id: "assigneeId",
  project_id: "projectId",
  label_ids: "labelIds",
  estimate: "estimate",
  due_date: "dueDate",
} as const satisfies Record<keyof IssueChange, string>;

export const changedKeys = (change: IssueChange): (keyof IssueChange)[] =>
  (Object.keys(NAMES) as (keyof IssueChange)[]).filter((key) => change[key] !== undefined);

export const toLinear = (change: IssueChange): Record<string, unknown> =>
  Object.fromEntries(changedKeys(change).map((key) => [NAMES[key], change[key]]));
