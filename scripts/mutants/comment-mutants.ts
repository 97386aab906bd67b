import type { Mutant } from "./mutants.ts";

const ENGINE = "packages/server/src/engine/actions/comments.ts";
const STATEMENTS = "packages/server/src/store/statements/comments.ts";
const QUERIES = "packages/server/src/engine/actions/queries.ts";
const TESTS = "packages/server/test/engine/comments.contract.test.ts";

/** Guards of what people say about an action, and of what an agent reads and replies. */
export const COMMENT_MUTANTS: readonly Mutant[] = [
  {
    name: "comments: an agent reads only what is for it",
    file: ENGINE,
    find: `comments.filter(({ forAgent, replyTo }) => forAgent || replyTo !== null)`,
    replace: `comments`,
    test: TESTS,
    only: "G52 an agent reads only what it is asked",
  },
  {
    name: "comments: an agent's timeline has only what is for it",
    file: QUERIES,
    find: `(JSON.parse(data) as { forAgent?: boolean }).forAgent === true`,
    replace: `data !== ""`,
    test: TESTS,
    only: "G52 an agent reads only what it is asked",
  },
  {
    name: "comments: only people who may decide ask the agent",
    file: ENGINE,
    find: `if (!mayDecide(by)) return refuse`,
    replace: `if (!mayDecide(by) && by.id === "") return refuse`,
    test: TESTS,
    only: "G52 only people who may decide ask the agent",
  },
  {
    name: "comments: an agent replies only to what is for it",
    file: ENGINE,
    find: `if (!asked?.forAgent) return`,
    replace: `if (!asked) return`,
    test: TESTS,
    only: "G52 an agent replies once",
  },
  {
    name: "comments: only on an action of its own",
    file: ENGINE,
    find: `by.kind !== "agent" || row.proposedBy !== by.id) return noAction();`,
    replace: `by.kind !== "agent") return noAction();`,
    test: TESTS,
    only: "G52 an agent reads only what it is asked",
  },
  {
    name: "comments: one reply to each",
    file: STATEMENTS,
    find: `(replyTo !== null && one.replyTo === replyTo) ||`,
    replace: ``,
    test: TESTS,
    only: "G52 an agent replies once",
  },
  {
    name: "comments: a wait that ends the action is not ended by a question",
    file: "packages/server/src/engine/proposals/wait.ts",
    find: `{ isReached: isDone, isInterrupted: false }`,
    replace: `{ isReached: isDone, isInterrupted: true }`,
    test: TESTS,
    only: "a wait that expires the action",
  },
  {
    name: "comments: those that were altered are found",
    file: STATEMENTS,
    find: `and k.said = t.data ->> 'comment'`,
    replace: ``,
    test: TESTS,
    only: "G52 a comment that was changed",
  },
  {
    name: "comments: an agent of the chat is not asked what it would never be told",
    file: ENGINE,
    find: `(await isChat(database.kysely, workspaceId, sessionId))`,
    replace: `(await isChat(database.kysely, workspaceId, ""))`,
    test: TESTS,
    only: "G52 an action of the chat",
  },
  {
    name: "comments: a held call that expires is not ended by a question",
    file: "packages/server/src/mcp/hold-call.ts",
    find: `onWaitEnd === "expire" ? "tell" : "end"`,
    replace: `onWaitEnd === "expire" ? "end" : "end"`,
    test: "packages/server/test/mcp/comments-while-waiting.int.test.ts",
    only: "G52 waits for a call that expires",
  },
  {
    name: "comments: whoever waits for an answer reads none before it is given",
    file: QUERIES,
    find: `const action = withoutLostAnswer(toAction(stored));`,
    replace: `const action = toAction(stored);`,
    test: "packages/server/test/engine/questions.contract.test.ts",
    only: "G45 an agent reads no answer before",
  },
];
