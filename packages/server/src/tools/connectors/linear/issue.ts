import { ServiceFault } from "../service-fault.ts";
import { askLinear } from "./ask-linear.ts";
import { allowTeam, type LinearConnection } from "./settings.ts";

/** The issue fields that the reviewer of a change sees. */
export interface LinearIssue {
  id: string;
  /** Such as `ENG-12`. */
  identifier: string;
  url: string;
  title: string;
  description: string | null;
  priority: number;
  estimate: number | null;
  dueDate: string | null;
  updatedAt: string;
  team: { id: string; key: string };
  state: LinearReference;
  assignee: LinearReference | null;
  project: LinearReference | null;
  labels: { nodes: LinearReference[] };
}

export interface LinearReference {
  id: string;
  name: string;
}

/** Linear limits the complexity of a query, to which each label of each issue adds. */
export const issueFields = (mostLabels: number): string =>
  `id identifier url title description priority estimate dueDate updatedAt
  team { id key } state { id name } assignee { id name } project { id name } labels(first: ${mostLabels}) { nodes { id name } }`;
export const ISSUE_FIELDS = issueFields(250);

/** Reads an issue by id or identifier; throws if its team is not allowed. */
export async function readIssue(connection: LinearConnection, id: string, signal: AbortSignal): Promise<LinearIssue> {
  const query = `query($id: String!) { issue(id: $id) { ${ISSUE_FIELDS} } }`;
  const { issue } = await askLinear<{ issue: LinearIssue }>(connection, signal, query, { id }).catch((error: unknown) => {
    throw error instanceof ServiceFault && error.kind === "not_found"
      ? new ServiceFault("not_found", error.message, { path: "/issue_id" })
      : error;
  });
  allowTeam(connection, [issue.team.key, issue.team.id], "/issue_id");
  return issue;
}

export const targetOf = ({ identifier }: LinearIssue): string => `linear:${identifier}`;
