import type { Json, JsonObject } from "@countersign/protocol";
import { ToolFailure, type LookupResult, type ServerTool } from "../../../ports/tool.ts";
import { inputSchemaOf, readInput } from "../read-input.ts";
import { ServiceFault } from "../service-fault.ts";
import { askLinear } from "./ask-linear.ts";
import { changedKeys, issueChangeInput, toLinear, type IssueChange } from "./issue-input.ts";
import { ISSUE_FIELDS, readIssue, targetOf, type LinearIssue, type LinearReference } from "./issue.ts";
import type { LinearConnection } from "./settings.ts";

export const updateIssueTool = (connection: LinearConnection): ServerTool => ({
  definition: {
    name: "update_linear_issue",
    title: "Update a Linear issue",
    description: "Changes fields of a Linear issue; other fields do not change.",
    inputSchema: { ...inputSchemaOf(issueChangeInput), minProperties: 2 },
    effect: "reconcilable",
    risk: 3,
    protectedKeys: ["workspace_id", "issue_id"],
    timeoutSeconds: 120,
  },
  approval: "required",
  watchSeconds: 60,

  async describe(input) {
    const { id, change } = readChange(connection, input);
    const signal = AbortSignal.timeout(LOOK_MS);
    const issue = await readIssue(connection, id, signal);
    const names = await readNames(connection, issue, change, signal);
    const [current, proposed] = [shownOf(issue, change), shownChange(change, names)];
    const items = changedKeys(change).map((field) => ({
      field: labelOf(field),
      from: current[labelOf(field)]!,
      to: proposed[labelOf(field)]!,
    }));
    return {
      preview: { title: `Update ${issue.identifier}`, summary: issue.title, count: items.length, items },
      target: targetOf(issue),
      snapshot: issue.updatedAt,
      current,
      proposed,
    };
  },

  /** Linear has no conditional write: the issue is read right before it, which leaves a race of one request's length. */
  async execute(input, { snapshot, signal }): Promise<Json> {
    const { id, change } = readChange(connection, input);
    const issue = await readIssue(connection, id, signal);
    if (issue.updatedAt !== snapshot) throw new ServiceFault("stale", `${issue.identifier} was updated at ${issue.updatedAt}.`);
    signal.throwIfAborted();
    const mutation = `mutation($id: String!, $input: IssueUpdateInput!) {
      issueUpdate(id: $id, input: $input) { success issue { ${ISSUE_FIELDS} } } }`;
    const { issueUpdate } = await askLinear<{ issueUpdate: { issue: LinearIssue } }>(connection, signal, mutation, {
      id: issue.id,
      input: toLinear(change),
    });
    return resultOf(issueUpdate.issue);
  },

  async lookup(input, { snapshot, signal }): Promise<LookupResult> {
    const { id, change } = readChange(connection, input);
    const issue = await readIssue(connection, id, signal);
    if (isDone(issue, change)) return { happened: true, result: resultOf(issue) };
    return { happened: issue.updatedAt === snapshot ? false : "unknown" };
  },
});

const LOOK_MS = 15_000;

function readChange({ workspaceId }: LinearConnection, input: JsonObject): { id: string; change: IssueChange } {
  const { workspace_id: _own, issue_id: id, ...change } = readInput(issueChangeInput, input, workspaceId);
  if (changedKeys(change).length === 0) throw new ToolFailure("invalid", "must name at least one field to change");
  return { id, change };
}

const resultOf = ({ id, identifier, url, updatedAt }: LinearIssue): JsonObject => ({ id, identifier, url, updatedAt });

/** Returns each field's value in Linear's terms. */
const valuesOf = (issue: LinearIssue): Record<keyof IssueChange, Json> => ({
  title: issue.title,
  description: issue.description,
  priority: issue.priority,
  state_id: issue.state.id,
  assignee_id: issue.assignee?.id ?? null,
  project_id: issue.project?.id ?? null,
  label_ids: issue.labels.nodes.map(({ id }) => id),
  estimate: issue.estimate,
  due_date: issue.dueDate,
});

/** Ignores white space around lines, since Linear may reformat Markdown, and the order of labels. */
function isDone(issue: LinearIssue, change: IssueChange): boolean {
  const now = valuesOf(issue);
  const plain = (value: Json | undefined): string =>
    Array.isArray(value)
      ? JSON.stringify(value.map(String).sort())
      : typeof value === "string"
        ? value.trim().replaceAll(/\s*\n\s*/g, "\n")
        : JSON.stringify(value ?? null);
  return changedKeys(change).every((key) => plain(now[key]) === plain(change[key]));
}

/** Shows `state_id` as `state`, because the value shown is a name. */
const labelOf = (key: keyof IssueChange): string => key.replace(/_ids?$/, (end) => (end === "_ids" ? "s" : ""));

function shownOf(issue: LinearIssue, change: IssueChange): JsonObject {
  const shown: Record<keyof IssueChange, Json> = {
    ...valuesOf(issue),
    state_id: issue.state.name,
    assignee_id: issue.assignee?.name ?? null,
    project_id: issue.project?.name ?? null,
    label_ids: issue.labels.nodes.map(({ name }) => name),
  };
  return Object.fromEntries(changedKeys(change).map((key) => [labelOf(key), shown[key]]));
}

function shownChange(change: IssueChange, names: ReadonlyMap<string, string>): JsonObject {
  const named = (value: Json | undefined): Json =>
    Array.isArray(value) ? value.map(named) : typeof value === "string" ? (names.get(value) ?? value) : (value ?? null);
  return Object.fromEntries(
    changedKeys(change).map((key) => [labelOf(key), /_ids?$/.test(key) ? named(change[key]) : (change[key] ?? null)]),
  );
}

/** Names of the ids the call sets, since reviewers know no ids. Throws here already for an id that Linear does not have. */
async function readNames(
  connection: LinearConnection,
  issue: LinearIssue,
  change: IssueChange,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [
    ...idOf("workflowState", "state_id", change.state_id),
    ...idOf("user", "assignee_id", change.assignee_id),
    ...idOf("project", "project_id", change.project_id),
    ...(change.label_ids ?? []).flatMap((id, n) => idOf("issueLabel", `label_ids/${n}`, id)),
  ];
  const known = new Map<string, string>([issue.state, issue.assignee, issue.project, ...issue.labels.nodes].flatMap(toEntry));
  for (const { type, id, path } of wanted.filter((each) => !known.has(each.id))) {
    const query = `query($id: String!) { ${type}(id: $id) { id name } }`;
    const found = await askLinear<Record<string, LinearReference>>(connection, signal, query, { id }).catch(
      (error: unknown) => {
        throw error instanceof ServiceFault && ["not_found", "validation"].includes(error.kind)
          ? new ServiceFault(error.kind, error.message, { path: `/${path}` })
          : error;
      },
    );
    known.set(id, found[type]!.name);
  }
  return known;
}

const toEntry = (named: LinearReference | null): [string, string][] => (named ? [[named.id, named.name]] : []);
const idOf = (type: string, path: string, id: string | null | undefined) =>
  id === undefined || id === null ? [] : [{ type, path, id }];
