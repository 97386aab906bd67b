import type { Mutant } from "./mutants.ts";

const test = "packages/server/test/engine/saved-views.contract.test.ts";
const ENGINE = "packages/server/src/engine/records/saved-views.ts";
const STORE = "packages/server/src/store/statements/saved-views.ts";
const RIGHTS = "packages/server/src/core/saved-view-rights.ts";

/** Guards of saved views. */
export const SAVED_VIEW_MUTANTS: readonly Mutant[] = [
  {
    name: "saved views: a private one is its author's only",
    file: STORE,
    find: ` and (v.owner_id is null or v.owner_id = \${userId})`,
    replace: ``,
    test,
    only: "G58 every member has views of their own",
  },
  {
    name: "saved views: of the own workspace only",
    file: STORE,
    find: `where v.workspace_id = \${workspaceId} and (v.owner_id`,
    replace: `where (v.owner_id`,
    test,
    only: "G58 agents, workers and other workspaces",
  },
  {
    name: "saved views: of the shared ones, members change their own only",
    file: RIGHTS,
    find: `hasRole(by, "admin")`,
    replace: `hasRole(by, "viewer")`,
    test,
    only: "G58 a shared view is everybody's to use",
  },
  {
    name: "saved views: people only",
    file: ENGINE,
    find: `if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people have saved views.");`,
    replace: ``,
    test,
    only: "G58 agents, workers and other workspaces",
  },
  {
    name: "saved views: nobody saves any after their removal",
    file: ENGINE,
    find: `if (!(await isMember(trx, by.workspaceId, by.id)))`,
    replace: `if (false)`,
    test,
    only: "G58 a removed member's private views",
  },
  {
    name: "saved views: none becomes a former member's private one",
    file: ENGINE,
    find: `if (!shared && !was.isAuthorMember)`,
    replace: `if (false)`,
    test,
    only: "G58 a removed member's private views",
  },
  {
    name: "saved views: requests at one time are counted one after another",
    file: ENGINE,
    find: `await lockWorkspace(trx, by.workspaceId);`,
    replace: ``,
    test,
    only: "a person has a limited number of views",
  },
  {
    name: "saved views: what others no longer see is told",
    file: ENGINE,
    find: `if (found.value.ownerId === null) await appendEvent`,
    replace: `if (false) await appendEvent`,
    test,
    only: "each change that others see",
  },
  {
    name: "saved views: a private name stays out of the log",
    file: ENGINE,
    find: `await appendEvent(trx, by, "view.unshared", was);`,
    replace: `await appendEvent(trx, by, "view.unshared", now);`,
    test,
    only: "each change that others see",
  },
];
