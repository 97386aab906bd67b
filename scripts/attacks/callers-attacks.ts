import type { AttackArea } from "./attack.ts";

export const CALLERS_ATTACKS: AttackArea = {
  title: "Who may act",
  attacks: [
    {
      attack:
        "Protection is lowered through any route without a confirmation: keys, roles, groups, rules, delegates, permissions, trust",
      guarantee: "G6",
      file: "packages/server/test/http/lowering.int.test.ts",
      tests: ["every route that changes something", "every way to lower protection", "G6 "],
    },
    {
      attack: "A new second approver completes a two-person rule immediately, or votes early and waits for the run",
      guarantee: "G6 G18",
      file: "packages/server/test/engine/approvers.contract.test.ts",
      tests: ["G6 a raised role does not count"],
    },
    {
      attack:
        "A second account is added to a team and approves for it immediately, or its vote counts during the waiting period",
      guarantee: "G6 G18",
      file: "packages/server/test/engine/teams.contract.test.ts",
      tests: ["G6 a new team does not count", "G6 a vote counts no more"],
    },
    {
      attack: "A role, rule, key, delegation, grant or tool changes between any two statements of a decision, a claim or a run",
      guarantee: "G8 G18",
      file: "packages/server/test/engine/authorize.contract.test.ts",
      tests: ["G8 G18 is judged by the facts of the moment"],
    },
    {
      attack:
        "A person who is just losing the permission to decide lifts a pause, rebases, retries or settles, or a grant outlives its author",
      guarantee: "G8 G16",
      file: "packages/server/test/engine/changed-between.contract.test.ts",
      tests: ["G8 "],
    },
    {
      attack: "A change of who may call, decide or run does not affect decisions that were checked before it",
      guarantee: "G8",
      file: "packages/server/test/engine/policy-epoch.contract.test.ts",
      tests: ["G8 moves", "every column of"],
    },
    {
      attack:
        "A person confirms a call of the agent that acts for them although it is not allowed, above the limit, for a tool that needs a second person, as one of several approvers, or by a delegate",
      guarantee: "G61",
      file: "packages/server/test/engine/self-confirm.contract.test.ts",
      tests: ["G61 only where an administrator", "G61 it is never one of", "G61 nobody confirms as"],
    },
    {
      attack:
        "The limit up to which a person may confirm their agent's calls is raised, or passes to another person, without a confirmation",
      guarantee: "G6 G61",
      file: "packages/server/test/engine/self-confirm.contract.test.ts",
      tests: ["G6 G61 what lets more"],
    },
    {
      attack: "A key is used after its expiry, also while a server remembers it, or from an address that it does not allow",
      guarantee: "G62",
      file: "packages/server/test/identity/key-limits.contract.test.ts",
      tests: ["G62 a key is refused from its expiry", "G62 a key is accepted from its addresses", "G62 an earlier expiry"],
    },
    {
      attack: "A replaced key is used after its overlap, a third key stays valid, or a key is prolonged by being rotated",
      guarantee: "G62",
      file: "packages/server/test/identity/key-limits.contract.test.ts",
      tests: [
        "G62 a rotated key",
        "G62 at most two keys",
        "G62 the former key ends",
        "G62 a rotation does not",
        "G62 an expiry that",
      ],
    },
    {
      attack: "An expiry is put off, or more addresses are allowed, without a yes",
      guarantee: "G6 G62",
      file: "packages/server/test/identity/key-limits.contract.test.ts",
      tests: ["G6 G62 a later expiry"],
    },
    {
      attack: "Somebody who is no administrator changes or rotates a key, or a limited token makes one without limits",
      guarantee: "G62",
      file: "packages/server/test/identity/key-limits.contract.test.ts",
      tests: ["G62 only administrators change", "G62 a token that is limited"],
    },
    {
      attack:
        "A key is used at the MCP endpoint or a route from elsewhere, with a forged X-Forwarded-For, or it holds a stream open",
      guarantee: "G62",
      file: "packages/server/test/mcp/key-limits.int.test.ts",
      tests: ["G62 ", "G30 G62 "],
    },
    {
      attack: "A worker whose key ended while it waited is handed a call",
      guarantee: "G62",
      file: "packages/server/test/engine/worker.contract.test.ts",
      tests: ["G62 a worker whose key ended"],
    },
    {
      attack: "The waiting period for new approvers is cut short by a detour through a higher role, or by a shorter setting",
      guarantee: "G6",
      file: "packages/server/test/identity/members.pg.test.ts",
      tests: ["G6 a raised role is confirmed"],
    },
    {
      attack:
        "Every route is called with every kind of credential, including none, revoked ones and those of another workspace",
      guarantee: "G7",
      file: "packages/server/test/http/audience.int.test.ts",
      tests: ["G7 every route answers by its audience", "the matrix of routes"],
    },
    {
      attack: "A code or a refresh token is stolen, replayed, raced, or sent by another client or without its verifier",
      guarantee: "G60",
      file: "packages/server/test/identity/oauth.pg.test.ts",
      tests: ["G60 a code is exchanged once", "G60 of eight exchanges", "G60 a refresh token is exchanged once"],
    },
    {
      attack: "A client sends its code elsewhere, imitates another client's document, or asks for another server's token",
      guarantee: "G60",
      file: "packages/server/test/identity/oauth.pg.test.ts",
      tests: ["G60 where the code goes", "G60 a request that is not valid", "G60 a client may publish"],
    },
    {
      attack:
        "A token is accepted elsewhere, after it expired, after its agent or person is gone, or with the permissions of a person",
      guarantee: "G60",
      file: "packages/server/test/identity/oauth.pg.test.ts",
      tests: ["G60 its token is valid", "G60 tokens end with", "G60 only an administrator", "G60 a client that a person"],
    },
    {
      attack: "A token for one MCP endpoint is used at another, or its person approves the calls of their own agent",
      guarantee: "G60",
      file: "packages/server/test/mcp/oauth.int.test.ts",
      tests: ["G60 "],
    },
    {
      attack:
        "A stranger floods the server with registrations, or makes the server read documents, including documents inside its network",
      guarantee: "G60",
      file: "packages/server/test/http/oauth.int.test.ts",
      tests: ["G60 "],
    },
    {
      attack: "A client's metadata document is inside the server's network",
      guarantee: "G60",
      file: "packages/server/test/connectors/read-document.int.test.ts",
      tests: ["G60 "],
    },
    {
      attack: "A provider's response is forged, replayed, sent to another browser, or belongs to another provider",
      guarantee: "G63",
      file: "packages/server/test/identity/sign-on.pg.test.ts",
      tests: [
        "G63 the provider's answer signs nobody in",
        "G63 a sign-in ends in the browser",
        "G63 an answer that another provider",
        "G63 whoever declines",
      ],
    },
    {
      attack:
        "An account is taken over with an unverified, foreign or reassigned address, or was created before its person came",
      guarantee: "G63",
      file: "packages/server/test/identity/sign-on-accounts.pg.test.ts",
      tests: [
        "G63 an address makes no account",
        "G63 an account that somebody made",
        "G63 an address that the provider gave",
        "G63 whoever no rule",
        "G63 groups that change",
      ],
    },
    {
      attack: "A person keeps access after the provider's groups, the provider or the password policy ended it",
      guarantee: "G63",
      file: "packages/server/test/identity/sign-on.pg.test.ts",
      tests: [
        "G63 a session that a provider opened",
        "G63 sessions of a provider end",
        "G63 where passwords are",
        "G63 a person of the provider sets",
      ],
    },
    {
      attack: "An agent reads the file that it is given and approves its own call with the file's contents",
      guarantee: "G25",
      file: "packages/server/test/cli/sign-in.int.test.ts",
      tests: ["G25 what the data folder holds"],
    },
    {
      attack:
        "A program of the same user takes the command line's stored sign-in and uses it to decide, create a key or write a grant",
      guarantee: "G25",
      file: "packages/server/test/cli/sign-in.int.test.ts",
      tests: ["G25 a confirmed sign-in keeps", "G25 the command line decides by the password"],
    },
    {
      attack: "A script's token approves unattended, or creates a token that can",
      guarantee: "G25",
      file: "packages/server/test/cli/sign-in.int.test.ts",
      tests: ["G25 a token decides without a terminal"],
    },
    {
      attack: "A token calls routes outside its scope; tried on every route",
      guarantee: "G25",
      file: "packages/server/test/http/token-scopes.int.test.ts",
      tests: ["G25"],
    },
    {
      attack: "A program that started the server, or reads its log, looks for the agent key or the sign-in link",
      guarantee: "G25",
      file: "packages/server/test/cli/start.int.test.ts",
      tests: ["G25 output that is no screen"],
    },
    {
      attack: "An administrator's token that an earlier version left in the data folder is used after an update",
      guarantee: "G25",
      file: "packages/server/test/cli/sign-in.int.test.ts",
      tests: ["G25 a data folder of before"],
    },
    {
      attack: "A person is sent a link that would sign in somebody else's command line as that person",
      guarantee: "G25",
      file: "packages/inbox/e2e/admin-people.e2e.ts",
      tests: ["G25 a command line is signed in by the code"],
    },
    {
      attack: "An attacker registers the package name that documents and client settings would fetch, and gets agents' keys",
      guarantee: "G25",
      file: "packages/server/test/guides/commands-in-documents.int.test.ts",
      tests: ["G25 no document, setting or message"],
    },
    {
      attack: "A leaked secret stays in use because data cannot be encrypted again, or because a rotation misses a column",
      guarantee: "G25",
      file: "packages/server/test/connectors/credential-cipher.int.test.ts",
      tests: ["G25 one rotation walks"],
    },
    {
      attack: "A session cookie is forged while two secrets are accepted",
      guarantee: "G25",
      file: "packages/server/test/identity/sign-in.pg.test.ts",
      tests: ["G25 a rotation of the secret"],
    },
    {
      attack: "A worker, a connector, a connection, an author or an upstream provides drop_database as a low-risk tool",
      guarantee: "G26",
      file: "packages/server/test/engine/ratings.contract.test.ts",
      tests: [
        "G26 a worker brings",
        "G26 a connector of ours brings",
        "G26 a connection brings",
        "G26 a trusted upstream brings",
        "G26 an untrusted upstream brings",
        "G26 the Tool Studio brings",
      ],
    },
    {
      attack: "A tool that nobody rated passes for a low-risk tool, or runs without approval",
      guarantee: "G26",
      file: "packages/server/test/core/risk.unit.test.ts",
      tests: ["G26 nobody has rated", "G26 what nobody rated"],
    },
    {
      attack:
        "A tool of an untrusted server uses a low rating to pass a limit, a grant, an expression, a batch, a frame, or the agent's client",
      guarantee: "G34",
      file: "packages/server/test/engine/ratings.contract.test.ts",
      tests: ["G34 a search is low", "G34 a rating lets nothing through"],
    },
    {
      attack: "A server changes a tool's definition after it was vetted, or while an administrator reads it",
      guarantee: "G34",
      file: "packages/server/test/engine/ratings.contract.test.ts",
      tests: ["G34 a changed definition", "G34 an administrator vets exactly", "G34 a server that loses"],
    },
    {
      attack:
        "An agent, an upstream or a person takes a name that looks like another's or like one of Countersign's: case, look-alikes, bidi, zero width",
      guarantee: "G26",
      file: "packages/server/test/core/find-imitation.unit.test.ts",
      tests: ["G26 a name that imitates"],
    },
    {
      attack: "A trusted upstream adds a tool after it was trusted",
      guarantee: "G14",
      file: "packages/server/test/engine/vetting.contract.test.ts",
      tests: ["G14 a tool that a trusted server adds"],
    },
    {
      attack:
        "A description asks for the conversation, the environment or credentials, in 25 languages, with look-alikes and blanks between letters",
      guarantee: "G14",
      file: "packages/server/test/core/asks-for-context.unit.test.ts",
      tests: ["G14 "],
    },
    {
      attack:
        "A key, a session, a worker or an open page of an archived workspace keeps working, or an action approved there runs later",
      guarantee: "G35",
      file: "packages/server/test/workspaces/served.pg.test.ts",
      tests: ["G35 an archived workspace"],
    },
    {
      attack: "An agent of one workspace reads the files, or calls the authored tools, of another",
      guarantee: "G35",
      file: "packages/server/test/workspaces/served.pg.test.ts",
      tests: ["G35 a workspace that is created", "G35 its features"],
    },
    {
      attack: "A tab that shows one workspace decides in another after a second tab switched workspaces",
      guarantee: "G9 G35",
      file: "packages/inbox/e2e/workspaces.e2e.ts",
      tests: ["G9 G35 "],
    },
    {
      attack:
        "A button in a message is pressed late, twice, by a stranger, in a forwarded copy, from a log, or with a made-up value",
      guarantee: "G40",
      file: "packages/server/test/notifications/deciding.pg.test.ts",
      tests: [
        "after an edit",
        "after a rebase",
        "twice",
        "by a stranger",
        "in a forwarded",
        "replayed from a log",
        "with a value",
        "by somebody who may not",
        "by an account",
        "when the administrator",
        "that works in a workspace",
        "to approve where an argument",
      ],
    },
    {
      attack:
        "An attacker connects another person's account, guesses its code, keeps a former account, or replaces the app behind everyone's accounts",
      guarantee: "G39",
      file: "packages/server/test/notifications/accounts.pg.test.ts",
      tests: ["G39 ", "a code that was sent by a former app"],
    },
    {
      attack: "A channel's service sends invalid frames, or directs a socket to a private or unencrypted address",
      guarantee: "G37",
      file: "packages/server/test/connectors/checked-sockets.int.test.ts",
      tests: ["G37 "],
    },
    {
      attack:
        "An attacker finds out which addresses have accounts, floods a mailbox, or uses a mailed link twice, late or for another purpose",
      guarantee: "G44",
      file: "packages/server/test/identity/account-mail.pg.test.ts",
      tests: ["G44 "],
    },
    {
      attack: "An agent answers its own question, a question passes without a person, or an answer is not what its form allows",
      guarantee: "G45",
      file: "packages/server/test/engine/questions.contract.test.ts",
      tests: ["G45 "],
    },
    {
      attack:
        "The glass is broken without the permission, with a token, immediately after the permission was granted, or for an action that no approval could allow",
      guarantee: "G46",
      file: "packages/server/test/engine/break-glass.contract.test.ts",
      tests: ["G46 "],
    },
    {
      attack:
        "A schedule puts a person in an on-call team whom no administrator named, or too soon; an unreadable schedule adds a person; an administrator adds a person by hand",
      guarantee: "G47",
      file: "packages/server/test/features/on-call.contract.test.ts",
      tests: ["G47 "],
    },
  ],
};
