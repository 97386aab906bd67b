import { z } from "zod";
import type { JsonObject } from "@countersign/protocol";
import { ToolFailure, type ServerTool } from "../../../ports/tool.ts";
import { ownWorkspace } from "../read-input.ts";
import { cutText, readTool } from "../read-tool.ts";
import { askLinear } from "./ask-linear.ts";
import { getTeam, isTeamId, teamFilter } from "./find-team.ts";
import { issueFields, readIssue, type LinearIssue } from "./issue.ts";
import { allowTeam, isAllowedTeam, type LinearConnection } from "./settings.ts";

/** Entries of one page. */
const PAGE = 25;
/** Characters of a comment, and of an issue's text in a list. `get_linear_issue` returns the text in full. */
const MAX_COMMENT = 10_000;
const MAX_LISTED_TEXT = 500;
const LISTED_FIELDS = issueFields(50);

const id = z.string().min(1).max(100);
const cursor = z.string().min(1).max(500).optional().describe("`nextCursor` of the previous response");
const team = id.describe("Key as `ENG`, or id");

const searchInput = z.strictObject({
  ...ownWorkspace,
  query: z.string().min(1).max(300).regex(/\S/).describe("Words in the title, text or comments"),
  team_id: team.optional(),
  cursor,
});
const listInput = z.strictObject({
  ...ownWorkspace,
  team_id: team.optional(),
  state_id: id.optional(),
  assignee_id: id.optional(),
  project_id: id.optional(),
  label_id: id.optional(),
  updated_since: z.iso.datetime({ offset: true }).optional(),
  cursor,
});
const getInput = z.strictObject({
  ...ownWorkspace,
  issue_id: id.describe("Identifier as `ENG-12`, or id"),
  cursor: cursor.describe("For more comments: `nextCursor` of the previous response"),
});
const teamsInput = z.strictObject({ ...ownWorkspace, cursor });
const KINDS = ["states", "labels", "members", "projects"] as const;
const valuesInput = z.strictObject({ ...ownWorkspace, team_id: team, of: z.enum(KINDS), cursor });

/** Tools by which an agent finds issues and the ids that fields take, and reads back what it wrote. */
export const linearReadTools = (connection: LinearConnection): ServerTool[] => [
  listTeamsTool(connection),
  listValuesTool(connection),
  searchIssuesTool(connection),
  listIssuesTool(connection),
  getIssueTool(connection),
];

const searchIssuesTool = (connection: LinearConnection): ServerTool =>
  readTool({
    name: "search_linear_issues",
    title: "Search Linear issues",
    description: `Finds Linear issues by words, best match first, ${PAGE} at a time. Without a team, searches all allowed teams.`,
    input: searchInput,
    workspaceId: connection.workspaceId,
    say: ({ query, team_id: named }) => `Search the issues of ${teams(connection, named)} for “${query}”`,
    async read({ query, team_id: named, cursor: after }, signal) {
      const filter = await ofTeams(connection, named, signal);
      const search = `query($term: String!, $filter: IssueFilter, $first: Int, $after: String) {
        searchIssues(term: $term, filter: $filter, first: $first, after: $after) { ${PAGED} nodes { ${LISTED_FIELDS} } } }`;
      const asked = { term: query, filter, first: PAGE, after };
      const { searchIssues } = await askLinear<{ searchIssues: Page<LinearIssue> }>(connection, signal, search, asked);
      return issuesOf(connection, searchIssues);
    },
  });

const listIssuesTool = (connection: LinearConnection): ServerTool =>
  readTool({
    name: "list_linear_issues",
    title: "List Linear issues",
    description: `Lists Linear issues that match all given filters, last updated first, ${PAGE} at a time. Without a team, lists the issues of all allowed teams.`,
    input: listInput,
    workspaceId: connection.workspaceId,
    say: ({ team_id: named }) => `List the issues of ${teams(connection, named)}`,
    async read(input, signal) {
      const { team_id: named, state_id: state, assignee_id: assignee, project_id: project, label_id: label } = input;
      const filter = {
        ...(await ofTeams(connection, named, signal)),
        ...(state !== undefined && { state: { id: { eq: state } } }),
        ...(assignee !== undefined && { assignee: { id: { eq: assignee } } }),
        ...(project !== undefined && { project: { id: { eq: project } } }),
        ...(label !== undefined && { labels: { id: { eq: label } } }),
        ...(input.updated_since !== undefined && { updatedAt: { gte: new Date(input.updated_since).toISOString() } }),
      };
      const list = `query($filter: IssueFilter, $first: Int, $after: String) {
        issues(filter: $filter, first: $first, after: $after, orderBy: updatedAt) { ${PAGED} nodes { ${LISTED_FIELDS} } } }`;
      const asked = { filter, first: PAGE, after: input.cursor };
      const { issues } = await askLinear<{ issues: Page<LinearIssue> }>(connection, signal, list, asked);
      return issuesOf(connection, issues);
    },
  });

const getIssueTool = (connection: LinearConnection): ServerTool =>
  readTool({
    name: "get_linear_issue",
    title: "Read a Linear issue",
    description: `Reads one Linear issue with its text, the ids of its fields, and its comments, ${PAGE} at a time.`,
    input: getInput,
    workspaceId: connection.workspaceId,
    say: ({ issue_id: wanted }) => `Read the Linear issue ${wanted}`,
    async read({ issue_id: wanted, cursor: after }, signal) {
      // Throws if the issue's team may not be used.
      const issue = await readIssue(connection, wanted, signal);
      const query = `query($id: String!, $first: Int, $after: String) {
        issue(id: $id) { comments(first: $first, after: $after) { ${PAGED} nodes { id url body createdAt user { id name } } } } }`;
      const asked = { id: issue.id, first: PAGE, after };
      const { issue: found } = await askLinear<{ issue: { comments: Page<Comment> } }>(connection, signal, query, asked);
      const { items, nextCursor } = pageOf(found.comments, ({ body, ...comment }) => ({
        ...comment,
        body: cutText(body, MAX_COMMENT),
      }));
      return { ...fieldsOf(issue), description: issue.description ?? "", comments: items, nextCursor };
    },
  });

const listTeamsTool = (connection: LinearConnection): ServerTool =>
  readTool({
    name: "list_linear_teams",
    title: "List Linear teams",
    description: "Lists the Linear teams that the other Linear tools can use, with their keys and ids.",
    input: teamsInput,
    workspaceId: connection.workspaceId,
    say: () => `List ${teams(connection, undefined)}`,
    async read({ cursor: after }, signal) {
      const query = `query($filter: TeamFilter, $first: Int, $after: String) {
        teams(filter: $filter, first: $first, after: $after) { ${PAGED} nodes { id key name } } }`;
      const asked = { filter: teamFilter(connection.settings.teams), first: PAGE, after };
      const { teams: found } = await askLinear<{ teams: Page<JsonObject> }>(connection, signal, query, asked);
      return pageOf(found, (each) => each);
    },
  });

const listValuesTool = (connection: LinearConnection): ServerTool =>
  readTool({
    name: "list_linear_values",
    title: "List values of Linear fields",
    description: `Lists the ids and names for the fields of a team's issues, ${PAGE} at a time: \`states\` for \`state_id\`, \`labels\` for \`label_ids\`, \`members\` for \`assignee_id\`, \`projects\` for \`project_id\`.`,
    input: valuesInput,
    workspaceId: connection.workspaceId,
    say: ({ of, team_id: named }) => `List the ${of} of ${teams(connection, named)}`,
    async read({ of, team_id: named, cursor: after }, signal) {
      const { id: teamId } = await getTeam(connection, named, signal);
      const fields = of === "states" ? "id name type" : "id name";
      if (of === "labels") {
        // Labels of the team, and those of the whole Linear workspace.
        const filter = { or: [{ team: { null: true } }, { team: { id: { eq: teamId } } }] };
        const query = `query($filter: IssueLabelFilter, $first: Int, $after: String) {
          issueLabels(filter: $filter, first: $first, after: $after) { ${PAGED} nodes { ${fields} } } }`;
        const asked = { filter, first: PAGE, after };
        const { issueLabels } = await askLinear<{ issueLabels: Page<JsonObject> }>(connection, signal, query, asked);
        return pageOf(issueLabels, (each) => each);
      }
      const query = `query($id: String!, $first: Int, $after: String) {
        team(id: $id) { ${of}(first: $first, after: $after) { ${PAGED} nodes { ${fields} } } } }`;
      const asked = { id: teamId, first: PAGE, after };
      const found = await askLinear<{ team: Record<string, Page<JsonObject>> }>(connection, signal, query, asked);
      return pageOf(found.team[of]!, (each) => each);
    },
  });

const PAGED = "pageInfo { hasNextPage endCursor }";

interface Page<T> {
  nodes: T[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

interface Comment {
  id: string;
  url: string;
  body: string;
  createdAt: string;
  user: { id: string; name: string } | null;
}

const pageOf = <T>({ nodes, pageInfo }: Page<T>, show: (node: T) => JsonObject) => ({
  items: nodes.map(show),
  nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
});

/** Whatever the filter meant to Linear, no issue of a team that is not on the list is returned. */
const issuesOf = (connection: LinearConnection, { nodes, pageInfo }: Page<LinearIssue>) =>
  pageOf(
    { nodes: nodes.filter(({ team: { id: teamId, key } }) => isAllowedTeam(connection, [key, teamId])), pageInfo },
    shortIssue,
  );

/** Names the team for the preview, or all that may be used. Throws for a team that is not on the list. */
function teams(connection: LinearConnection, named: string | undefined): string {
  if (named === undefined && connection.settings.teams.length > 0) return "all allowed teams";
  if (named === undefined) {
    throw new ToolFailure(
      "forbidden",
      "This connection cannot use any team. An administrator can add one under Settings, Services.",
    );
  }
  allowTeam(connection, [named], "/team_id");
  return named;
}

/** Restricts issues to one team, or to the teams that may be used. */
async function ofTeams(connection: LinearConnection, named: string | undefined, signal: AbortSignal) {
  if (named === undefined) return { team: teamFilter(connection.settings.teams) };
  const { id: teamId } = isTeamId(named) ? { id: named } : await getTeam(connection, named, signal);
  return { team: { id: { eq: teamId } } };
}

const fieldsOf = ({ labels, team: { key }, description: _text, ...issue }: LinearIssue) => ({
  ...issue,
  team: key,
  labels: labels.nodes.map(({ id: labelId, name }) => ({ id: labelId, name })),
  state: { ...issue.state },
  assignee: issue.assignee && { ...issue.assignee },
  project: issue.project && { ...issue.project },
});

const shortIssue = (issue: LinearIssue) => ({
  ...fieldsOf(issue),
  description: cutText(issue.description ?? "", MAX_LISTED_TEXT),
});
