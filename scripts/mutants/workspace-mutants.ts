import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;

const AUTHENTICATE = source("identity/authenticate");
const WORKSPACES = source("identity/workspaces");
const SERVED = "packages/server/test/workspaces/served.pg.test.ts";
const ARCHIVED = "G35 an archived workspace accepts no credential";

/** Guards of workspaces that are made and archived while servers run. */
export const WORKSPACE_MUTANTS: readonly Mutant[] = [
  {
    name: "workspace: no key counts in an archived one",
    file: AUTHENTICATE,
    find: `.where("key.revokedAt", "is", null)
    .where((where) => where.not(isArchived(where)))`,
    replace: `.where("key.revokedAt", "is", null)`,
    test: SERVED,
    only: ARCHIVED,
  },
  {
    name: "workspace: no session counts in an archived one",
    file: AUTHENTICATE,
    find: `.where("member.userId", "=", userId)
    .where((where) => where.not(isArchived(where)))`,
    replace: `.where("member.userId", "=", userId)`,
    test: SERVED,
    only: ARCHIVED,
  },
  {
    name: "workspace: archiving stops everything",
    file: WORKSPACES,
    find: "await insertStop(trx, { workspaceId, reason: ARCHIVED, by: SYSTEM });",
    replace: "void insertStop; void ARCHIVED;",
    test: SERVED,
    only: ARCHIVED,
  },
  {
    name: "workspace: archiving withdraws what was approved",
    file: WORKSPACES,
    find: "  await withdrawApproved(kysely, workspaceId);",
    replace: "void withdrawApproved;",
    test: "packages/server/test/workspaces/archived.contract.test.ts",
    only: "G35 what was approved",
  },
  {
    name: "workspace: each has a folder of files of its own",
    file: source("main"),
    find: "workspaceId === (await findFirstWorkspace(kysely)) ? filesRoot",
    replace: "(await findFirstWorkspace(kysely)) ? filesRoot",
    test: SERVED,
    only: "G35 a workspace that is created while servers run",
  },
  {
    name: "workspace: what is under way opens nothing in one that was left",
    file: source("tools/follow-changes"),
    find: "if (!left.has(workspaceId)) await apply(workspaceId);",
    replace: "await apply(workspaceId);",
    test: "packages/server/test/tools/upstreams/admin.int.test.ts",
    only: "G35 left with its workspace",
  },
  {
    name: "workspace: a published tool is not run in one that was left",
    file: source("features/studio/create-studio"),
    find: "keepOnly(workspaceId, new Set())",
    replace: "void workspaceId",
    test: "packages/server/test/studio/studio.contract.test.ts",
    only: "G35 left, a workspace's published tools",
  },
  {
    name: "workspace: a connection's tool is not run in one that was left",
    file: source("tools/connections/create-connections"),
    find: "disconnect(registry, views, sourcesIn(views, workspaceId))",
    replace: "void sourcesIn",
    test: "packages/server/test/connectors/connections.contract.test.ts",
    only: "G35 left with their workspace",
  },
  {
    name: "workspace: the stop of an archived one is not lifted",
    file: source("store/statements/emergency-stop"),
    find: `
        and not exists (select from archived_workspace z where z.workspace_id = \${workspaceId})`,
    replace: "",
    test: "packages/server/test/workspaces/archived.contract.test.ts",
    only: "G35 a lift",
  },
  {
    name: "workspace: MCP sessions of one that was left end",
    file: source("mcp/create-mcp-server"),
    find: "sessions.closeOf(workspaceId);",
    replace: "",
    test: SERVED,
    only: ARCHIVED,
  },
  {
    name: "workspace: what was queued again while it was archived does not run later",
    file: WORKSPACES,
    find: `await withdrawApproved(database.kysely, workspaceId, "archived");`,
    replace: "",
    test: "packages/server/test/workspaces/archived.contract.test.ts",
    only: "G35 an execution that was lost",
  },
  {
    name: "workspace: figures of all are not for the administrator of one",
    file: source("http/routes/service"),
    find: `if (!(await identity.isFirstWorkspace(caller.value?.principal.workspaceId ?? "")))`,
    replace: "if (false)",
    test: "packages/server/test/workspaces/served.pg.test.ts",
    only: "G9 the figures",
  },
  {
    name: "workspace: one that fails is tried again by the poll alone",
    file: source("served-workspaces"),
    find: "!served.has(id) && !failed.has(id)",
    replace: "!served.has(id)",
    test: "packages/server/test/workspaces/served-workspaces.contract.test.ts",
    only: "G35 a workspace that cannot be served",
  },
];
