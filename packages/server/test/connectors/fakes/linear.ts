import { randomUUID } from "node:crypto";
import { GraphQLError } from "graphql";
import { startFaultyServer, type FaultyServer } from "./faulty-server.ts";
import { connectionOf, factsOf, fits, type Filter, type PageAsked } from "./linear-reads.ts";
import { LINEAR_SCHEMA } from "./linear-schema.ts";
import { serveGraphql } from "./serve-graphql.mjs";

export interface StoredIssue {
  id: string;
  number: number;
  title: string;
  description: string | null;
  priority: number;
  estimate: number | null;
  dueDate: string | null;
  updatedAt: string;
  teamId: string;
  stateId: string;
  assigneeId: string | null;
  projectId: string | null;
  labelIds: string[];
}

export interface StoredComment {
  id: string;
  issueId: string;
  body: string;
}

export interface FakeLinear extends FaultyServer {
  issues: Map<string, StoredIssue>;
  comments: Map<string, StoredComment>;
  /** Adds an issue to the team, as another user. */
  addIssue(more?: Partial<StoredIssue>): StoredIssue;
  /** Changes an issue concurrently, as another user. */
  touch(issue: StoredIssue, change: Partial<StoredIssue>): void;
  /** Number of updates carried out. */
  updates: number;
}

/** `write` and `read` are keys with those scopes. */
export const LINEAR_KEYS = { write: "lin_api_write", read: "lin_api_read" } as const;

const TEAMS = [
  { id: "7d0f4b52-6d0c-4b8e-9a43-0d6f0f7c9a01", key: "ENG", name: "Engineering" },
  { id: "7d0f4b52-6d0c-4b8e-9a43-0d6f0f7c9a02", key: "OPS", name: "Operations" },
];
const named = (name: string, digit: string) => ({ id: `5b0e9c1e-2c55-4f0e-8f6b-6a4c31f4ab${digit}`, name });
/** The fake workspace's teams, states, people, labels and projects, by short name. */
export const LINEAR = {
  teams: { eng: TEAMS[0]!.id, ops: TEAMS[1]!.id },
  states: { todo: { ...named("Todo", "01"), type: "unstarted" }, doing: { ...named("In Progress", "02"), type: "started" } },
  people: { ada: { ...named("Ada", "11"), organization: { id: "org", name: "Acme" } } },
  /** `team` is null for a label of the whole workspace. */
  labels: {
    bug: { ...named("bug", "21"), team: null },
    ux: { ...named("ux", "22"), team: TEAMS[0]!.id },
    ops: { ...named("pager", "23"), team: TEAMS[1]!.id },
  },
  projects: { launch: named("Launch", "31") },
};

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Fake Linear over real HTTP, with Linear's own refusals in the form of its errors. */
export async function startFakeLinear(): Promise<FakeLinear> {
  const issues = new Map<string, StoredIssue>();
  const comments = new Map<string, StoredComment>();
  const counts = { updates: 0, clock: Date.parse("2026-04-21T18:00:00.000Z") };
  const now = (): string => new Date((counts.clock += 1000)).toISOString();

  function addIssue(more: Partial<StoredIssue> = {}): StoredIssue {
    const teamId = more.teamId ?? LINEAR.teams.eng;
    const issue: StoredIssue = {
      id: randomUUID(),
      number: 1 + [...issues.values()].filter((each) => each.teamId === teamId).length,
      title: "Streamline onboarding",
      description: null,
      priority: 0,
      estimate: null,
      dueDate: null,
      updatedAt: now(),
      teamId,
      stateId: LINEAR.states.todo.id,
      assigneeId: null,
      projectId: null,
      labelIds: [],
      ...more,
    };
    issues.set(issue.id, issue);
    return issue;
  }
  const touch = (issue: StoredIssue, change: Partial<StoredIssue>): void =>
    void Object.assign(issue, change, { updatedAt: now() });

  const findIssue = (id: string): StoredIssue =>
    [...issues.values()].find((issue) => issue.id === id || identifierOf(issue) === id.toUpperCase()) ?? notFound("Issue");
  const checkFields = (input: Partial<StoredIssue>): void => {
    if (input.stateId) find(LINEAR.states, input.stateId, "WorkflowState");
    if (input.assigneeId) find(LINEAR.people, input.assigneeId, "User");
    if (input.projectId) find(LINEAR.projects, input.projectId, "Project");
    for (const id of input.labelIds ?? []) find(LINEAR.labels, id, "IssueLabel");
    if (input.title?.trim() === "") invalid("title", "title should not be empty");
    if (input.priority !== undefined && (input.priority < 0 || input.priority > 4))
      invalid("priority", "priority must not be greater than 4");
  };
  const checkNewId = (id: string | undefined, taken: ReadonlyMap<string, unknown>): string => {
    if (id === undefined) return randomUUID();
    if (!UUID_4.test(id)) invalid("id", "id must be a UUID");
    if (taken.has(id)) invalid("id", "an entity with this id already exists");
    return id;
  };

  const select = (filter?: Filter): StoredIssue[] =>
    [...issues.values()].filter((issue) =>
      fits(
        factsOf(
          issue,
          TEAMS.find(({ id }) => id === issue.teamId),
        ),
        filter,
        notUuid,
      ),
    );

  const answer = serveGraphql(LINEAR_SCHEMA, {
    Query: {
      viewer: () => LINEAR.people.ada,
      teams: (_: unknown, { filter, ...page }: { filter?: Filter } & PageAsked) =>
        pageOf(
          TEAMS.filter((team) => fits(team, filter, notUuid)),
          page,
        ),
      team: (_: unknown, { id }: { id: string }) => find(TEAMS, id, "Team"),
      issues: (_: unknown, { filter, ...page }: { filter?: Filter } & PageAsked) => pageOf(select(filter).reverse(), page),
      searchIssues: (_: unknown, { term, filter, ...page }: { term: string; filter?: Filter } & PageAsked) =>
        pageOf(
          select(filter).filter(({ title, description }) =>
            `${title} ${description ?? ""}`.toLowerCase().includes(term.toLowerCase()),
          ),
          page,
        ),
      issueLabels: (_: unknown, { filter, ...page }: { filter?: Filter } & PageAsked) =>
        pageOf(
          Object.values(LINEAR.labels).filter(({ team }) =>
            fits({ team: team === null ? null : { id: team } }, filter, notUuid),
          ),
          page,
        ),
      issue: (_: unknown, { id }: { id: string }) => findIssue(id),
      comment: (_: unknown, { id }: { id: string }) => comments.get(id) ?? notFound("Comment"),
      workflowState: (_: unknown, { id }: { id: string }) => find(LINEAR.states, id, "WorkflowState"),
      user: (_: unknown, { id }: { id: string }) => find(LINEAR.people, id, "User"),
      project: (_: unknown, { id }: { id: string }) => find(LINEAR.projects, id, "Project"),
      issueLabel: (_: unknown, { id }: { id: string }) => find(LINEAR.labels, id, "IssueLabel"),
    },
    Mutation: {
      issueCreate: (_: unknown, { input }: { input: Partial<StoredIssue> & { teamId: string } }, { key }: { key: string }) => {
        mayWrite(key);
        if (!UUID_4.test(input.teamId)) invalid("teamId", "teamId must be a UUID");
        find(TEAMS, input.teamId, "Team");
        checkFields(input);
        if (input.title === undefined) invalid("title", "title should not be null or undefined");
        const issue = addIssue({ ...input, id: checkNewId(input.id, issues) });
        return { success: true, lastSyncId: 1, issue };
      },
      issueUpdate: (_: unknown, { id, input }: { id: string; input: Partial<StoredIssue> }, { key }: { key: string }) => {
        mayWrite(key);
        const issue = findIssue(id);
        checkFields(input);
        counts.updates += 1;
        touch(issue, input);
        return { success: true, lastSyncId: 1, issue };
      },
      commentCreate: (_: unknown, { input }: { input: Partial<StoredComment> }, { key }: { key: string }) => {
        mayWrite(key);
        const issue = findIssue(input.issueId ?? "");
        if (!input.body?.trim()) invalid("body", "body should not be empty");
        const comment = { id: checkNewId(input.id, comments), issueId: issue.id, body: input.body! };
        comments.set(comment.id, comment);
        return { success: true, lastSyncId: 1, comment };
      },
    },
    Issue: {
      identifier: identifierOf,
      url: (issue: StoredIssue) => `https://linear.app/acme/issue/${identifierOf(issue)}`,
      createdAt: ({ updatedAt }: StoredIssue) => updatedAt,
      team: ({ teamId }: StoredIssue) => find(TEAMS, teamId, "Team"),
      state: ({ stateId }: StoredIssue) => find(LINEAR.states, stateId, "WorkflowState"),
      assignee: ({ assigneeId }: StoredIssue) => assigneeId && find(LINEAR.people, assigneeId, "User"),
      project: ({ projectId }: StoredIssue) => projectId && find(LINEAR.projects, projectId, "Project"),
      labels: ({ labelIds }: StoredIssue, page: PageAsked) =>
        pageOf(
          labelIds.map((id) => find(LINEAR.labels, id, "IssueLabel")),
          page,
        ),
      comments: ({ id }: StoredIssue, page: PageAsked) =>
        pageOf(
          [...comments.values()].filter(({ issueId }) => issueId === id),
          page,
        ),
    },
    Team: {
      states: (_: unknown, page: PageAsked) => pageOf(Object.values(LINEAR.states), page),
      members: (_: unknown, page: PageAsked) => pageOf(Object.values(LINEAR.people), page),
      projects: (_: unknown, page: PageAsked) => pageOf(Object.values(LINEAR.projects), page),
    },
    Comment: {
      url: ({ id }: StoredComment) => `https://linear.app/acme/comment/${id}`,
      createdAt: () => "2026-04-21T18:00:00.000Z",
      user: () => LINEAR.people.ada,
    },
  });

  async function handle(request: Request): Promise<Response> {
    const key = request.headers.get("authorization") ?? "";
    if (!Object.values<string>(LINEAR_KEYS).includes(key)) {
      return Response.json({ errors: [NOT_AUTHENTICATED.toJSON()] }, { status: 401 });
    }
    return answer(request, { key });
  }
  const limited = (): Response =>
    Response.json(
      { errors: [failure("Rate limit exceeded", "ratelimited", "RATELIMITED", 400, "Too many requests.").toJSON()] },
      { status: 400, headers: { "x-ratelimit-requests-reset": String(Date.now() + 30_000) } },
    );
  const server = await startFaultyServer({ handle, limited });
  return Object.defineProperty(Object.assign(server, { issues, comments, addIssue, touch, updates: 0 }), "updates", {
    get: () => counts.updates,
  });
}

const pageOf = <T>(all: readonly T[], page: PageAsked) =>
  connectionOf(all, page, (argument) => invalid(argument, `${argument} is not valid`));
const notUuid = (id: string): never => invalid("id", `${id} must be a UUID`);

const identifierOf = ({ teamId, number }: StoredIssue): string =>
  `${TEAMS.find(({ id }) => id === teamId)?.key ?? ""}-${number}`;

function find<T extends { id: string }>(all: Record<string, T> | readonly T[], id: string, type: string): T {
  return Object.values(all).find((each) => each.id === id) ?? notFound(type);
}

function mayWrite(key: string): void {
  if (key !== LINEAR_KEYS.write)
    throw failure("Forbidden", "forbidden", "FORBIDDEN", 403, "You don't have permission to do this.");
}

function failure(
  message: string,
  type: string,
  code: string,
  statusCode: number,
  words: string,
  more: object = {},
): GraphQLError {
  const extensions = { type, code, statusCode, userError: true, userPresentableMessage: words, ...more };
  return new GraphQLError(message, { extensions });
}

const NOT_AUTHENTICATED = failure(
  "Authentication required, not authenticated",
  "authentication error",
  "AUTHENTICATION_ERROR",
  401,
  "You need to authenticate to access this operation.",
);

function notFound(type: string): never {
  throw failure(`Entity not found: ${type}`, "invalid input", "INPUT_ERROR", 400, `Could not find referenced ${type}.`);
}

function invalid(property: string, reason: string): never {
  const validationErrors = [{ property, constraints: { custom: reason } }];
  throw failure("Argument Validation Error", "invalid input", "INVALID_INPUT", 400, "Invalid input.", { validationErrors });
}
