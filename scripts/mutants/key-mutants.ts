import type { Mutant } from "./mutants.ts";

const INBOX = "packages/inbox/src/features/admin/agents/client-config.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const SIGN_IN = "packages/server/test/cli/sign-in.int.test.ts";
const SCOPES = "packages/server/test/http/token-scopes.int.test.ts";

/** Guards of agents' credentials, and of the commands in client settings. */
export const KEY_MUTANTS: readonly Mutant[] = [
  {
    name: "keys: client settings start a command found by name",
    file: INBOX,
    find: "            command,\n            args: [...args, ",
    replace: '            command: "countersign",\n            args: [...args.slice(9), ',
    test: "packages/inbox/test/admin.unit.test.ts",
    only: "G25 settings for clients",
  },
  {
    name: "keys: a token's scope is not asked for",
    file: source("http/identify"),
    find: "return hasScope(found.principal, scope) ?",
    replace: "return hasScope(found.principal, scope) || scope !== null ?",
    test: SCOPES,
    only: "POST /api/grants",
  },
  {
    name: "keys: a decision asks for no more than managing",
    file: source("http/identify"),
    find: 'if (decides === true) return "decide";',
    replace: 'if (decides === true) return "manage";',
    test: SCOPES,
    only: "only one made to decide",
  },
  {
    name: "keys: the engine takes a decision from any token",
    file: source("core/principal"),
    find: 'hasRole(principal, "approver") && hasScope(principal, "decide")',
    replace: 'hasRole(principal, "approver")',
    test: "packages/server/test/core/decide.unit.test.ts",
    only: "G25",
  },
  {
    name: "keys: a token makes one that may do more",
    file: source("identity/keys"),
    find: 'if (!hasScope(by, scope ?? "manage")) {',
    replace: "if (by.scope === null) {",
    test: SIGN_IN,
    only: "G25",
  },
  {
    name: "keys: a deciding token needs no confirmation",
    file: source("identity/keys"),
    find: 'return requireConfirm(["anyone who has this token can decide without a password"], confirm).refusal;',
    replace: "return requireConfirm([], confirm).refusal;",
    test: SIGN_IN,
    only: "G25",
  },
  {
    name: "keys: a sign-in by browser decides",
    file: source("identity/device-sign-in"),
    find: 'scope: "read"',
    replace: 'scope: "decide"',
    test: SIGN_IN,
    only: "G25",
  },
  {
    name: "keys: the token beside the agent's key lives on",
    file: source("main"),
    find: "await identity.revokeToken(userToken);",
    replace: "void userToken;",
    test: SIGN_IN,
    only: "G25",
  },
  {
    name: "keys: a token that ended is taken",
    file: source("identity/authenticate"),
    find: "coalesce(key.expires_at <= now(), false)",
    replace: "false",
    test: "packages/server/test/identity/keys.pg.test.ts",
    only: "G25",
  },
  {
    name: "keys: output that is kept has the agent key",
    file: source("cli/commands/start"),
    find: "const isKept = json === true || terminal.columns === null;",
    replace: "const isKept = json === true;",
    test: "packages/server/test/cli/start.int.test.ts",
    only: "G25",
  },
  {
    name: "keys: a rotation forgets the headers of upstreams",
    file: source("store/statements/sealed-rows"),
    find: "from upstream where sealed_headers is not null",
    replace: "from upstream where false",
    test: "packages/server/test/connectors/credential-cipher.int.test.ts",
    only: "G25",
  },
  {
    name: "keys: what was sealed for an upstream opens for a connection",
    file: source("engine/secrets/credential-cipher"),
    find: '["upstream", place.upstream]',
    replace: "[place.upstream]",
    test: "packages/server/test/connectors/credential-cipher.int.test.ts",
    only: "G25",
  },
  {
    name: "keys: a session signed by anybody is taken",
    file: source("identity/resign-cookie"),
    find: "const known = former.some((secret) => isSignedWith(secret, value, signature));",
    replace: "const known = former.length > 0 && isSignedWith !== undefined;",
    test: "packages/server/test/identity/sign-in.pg.test.ts",
    only: "G25",
  },
];
