import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/tools/${path}.ts`;
const spec = (name: string): string => `packages/server/test/connectors/${name}.int.test.ts`;

const ISSUE = source("connectors/github/create-issue");
const UPDATE = source("connectors/linear/update-issue");
const ACCOUNT = source("connections/authorize-connection");

/** Guards of the connectors to GitHub, Linear and Google Drive. */
export const SERVICE_MUTANTS: readonly Mutant[] = [
  {
    name: "services: nothing is called undone that may be done",
    file: source("connectors/service-fault"),
    find: 'mayHaveHappened ? "" : " Nothing was done."',
    replace: 'mayHaveHappened ? " Nothing was done." : " Nothing was done."',
    test: "packages/server/test/connectors/service-fault.unit.test.ts",
    only: "G13 where it may have done it",
  },
  {
    name: "services: a repository is one of the list",
    file: source("connectors/github/settings"),
    find: "settings.repositories.some((entry) => wanted.includes(entry.toLowerCase()))",
    replace: "true",
    test: spec("github"),
    only: "G8 a repository taken off the list",
  },
  {
    name: "services: a repository's name is no path",
    file: source("connectors/github/settings"),
    find: "return !isPath && settings",
    replace: "return settings",
    test: spec("github"),
    only: "a list holds names of any case",
  },
  {
    name: "services: an issue's marker counts at the end only",
    file: ISSUE,
    find: "body?.trimEnd().endsWith(",
    replace: "body?.includes(",
    test: spec("github"),
    only: "a marker inside somebody's text",
  },
  {
    name: "services: a team is one of the list",
    file: source("connectors/linear/settings"),
    find: "return settings.teams.some((entry) => wanted.includes(entry.toLowerCase()));",
    replace: "return true;",
    test: spec("linear"),
    only: "of a team that is not on the list",
  },
  {
    name: "services: an issue is changed in the version that was approved",
    file: UPDATE,
    find: "if (issue.updatedAt !== snapshot)",
    replace: "if (false)",
    test: spec("linear"),
    only: "G2 one that changes right before the handler",
  },
  {
    name: "services: agents read nothing unless an administrator allows it",
    file: source("connectors/github/github-connector"),
    find: "...(connection.settings.reads ? githubReadTools(connection) : [])",
    replace: "...githubReadTools(connection)",
    test: spec("github-reads"),
    only: "there are none unless",
  },
  {
    name: "services: reading without approval is confirmed",
    file: source("connections/refuse-change"),
    find: "if (places.length > 0)",
    replace: "if (places.length > 0 && formerPlaces.length > 0)",
    test: "packages/server/test/http/lowering.int.test.ts",
    only: "agents read without approval",
  },
  {
    name: "services: reading more without approval is confirmed",
    file: source("connections/refuse-change"),
    find: "if (places.length > 0)",
    replace: "if (places.length > 0 && formerPlaces.length === 0)",
    test: "packages/server/test/http/lowering.int.test.ts",
    only: "agents read more without approval",
  },
  {
    name: "services: a repeated creation finds the first one",
    file: source("connectors/linear/client-id"),
    find: `error.kind !== "validation"`,
    replace: "true",
    test: spec("linear"),
    only: "a process that dies while Linear works",
  },
  {
    name: "services: a file is in a folder of the list",
    file: source("connectors/google-drive/drive-file"),
    find: `throw new ToolFailure("forbidden", message, path);`,
    replace: "",
    test: spec("google-drive"),
    only: "only what is inside the folders of the list",
  },
  {
    name: "services: a file is written in the version that was approved",
    file: source("connectors/google-drive/update-file"),
    find: "if (file.version !== snapshot)",
    replace: "if (false)",
    test: spec("google-drive"),
    only: "G2 google_drive_update of a file that changed",
  },
  {
    name: "services: an import is of the files that were approved",
    file: source("connectors/google-drive/import-folder"),
    find: "if (snapshot !== context.snapshot)",
    replace: "if (false)",
    test: spec("google-drive-import"),
    only: "G2 a file that comes right before the import",
  },
  {
    name: "services: an import goes on where it ended",
    file: source("connectors/google-drive/import-folder"),
    find: "if (kept?.version === file.version)",
    replace: "if (false)",
    test: spec("google-drive-import"),
    only: "G3 cut off in the middle",
  },
  {
    name: "services: an account is connected by who asked",
    file: ACCOUNT,
    find: "person !== by.id || ",
    replace: "",
    test: spec("google-account"),
    only: "an answer counts once, for who asked",
  },
  {
    name: "services: a call names its own workspace",
    file: source("connectors/read-input"),
    find: "named === workspaceId",
    replace: "true",
    test: spec("github"),
    only: "G9 a call may name its own workspace",
  },
];
