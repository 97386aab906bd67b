import type { Mutant } from "./mutants.ts";

const CHAT = "packages/server/test/chat/chat.contract.test.ts";
const UNANSWERED = "packages/server/test/chat/unanswered.contract.test.ts";
const COLLECTED = "packages/server/test/chat/collected-calls.contract.test.ts";
const source = (path: string): string => `packages/server/src/${path}.ts`;
const TURNS = source("store/statements/chat-turns");
const SESSIONS = source("store/statements/chat-sessions");

export const CHAT_MUTANTS: readonly Mutant[] = [
  {
    name: "chat: a call has a key at the gate",
    file: source("features/chat/propose-calls"),
    find: "    idempotencyKey: `chat/${call.sessionId}/${call.seq}/${call.place}`,\n",
    replace: "",
    test: CHAT,
    only: "whose process died",
  },
  {
    name: "chat: a proposal ends with the agent's time",
    file: source("features/chat/propose-calls"),
    find: "    ...lifetimeOf(tool, deps.unansweredSeconds),\n",
    replace: "",
    test: UNANSWERED,
    only: "nobody answered",
  },
  {
    name: "chat: the agent's time lengthens none of a tool",
    file: source("features/chat/propose-calls"),
    find: "Math.min(...limits, lifetimeSeconds ?? Infinity)",
    replace: "Math.min(...limits)",
    test: UNANSWERED,
    only: "lengthens no time",
  },
  {
    name: "chat: approvers read the sessions of an agent that are private",
    file: SESSIONS,
    find: "return sql`not ${isClosedTo(",
    replace: "return sql`true or ${isClosedTo(",
    test: CHAT,
    only: "G59 of an agent with private sessions",
  },
  {
    name: "chat: a stream goes on with the rights of a former role",
    file: source("http/live/live-feeds"),
    find: "credentialOf(stream) === credential && stream.role !== role",
    replace: "credentialOf(stream) === credential && role === undefined",
    test: "packages/server/test/http/live-events.int.test.ts",
    only: "G59 a stream ends when its person gets another role",
  },
  {
    name: "chat: one turn at a time",
    file: TURNS,
    find: "s.status <> 'running' and s.archived_at is null",
    replace: "s.archived_at is null",
    test: CHAT,
    only: "one turn at a time",
  },
  {
    name: "chat: a turn that was lost writes nothing",
    file: TURNS,
    find: "where workspace_id = ${workspaceId} and id = ${sessionId} and lease_token = ${token}\n    returning rev",
    replace: "where workspace_id = ${workspaceId} and id = ${sessionId} and ${token}::text is not null\n    returning rev",
    test: CHAT,
    only: "taken by another process",
  },
  {
    name: "chat: a turn waits for the last decision",
    file: source("features/chat/run-turn"),
    find: "if (!now || now.isOpen) waits = true;\n    if (!now) continue;",
    replace: "if (!now) waits = true;\n    if (!now) continue;",
    test: CHAT,
    only: "told apart from the approved",
  },
  {
    name: "chat: viewers read their own conversations only",
    file: SESSIONS,
    find: 'if (reads === "own") return sql`s.owner_id = ${userId}`;',
    replace: "",
    test: CHAT,
    only: "G59 only its owner writes",
  },
  {
    name: "chat: what ended is told in the calls' order",
    file: source("store/statements/chat-messages"),
    find: '.orderBy("seq")\n    .orderBy("place")',
    replace: '.orderBy("seq")\n    .orderBy("place", "desc")',
    test: CHAT,
    only: "told apart from the approved",
  },
  {
    name: "chat: what ended is asked for as who proposed it",
    file: source("features/chat/turns"),
    find: "const now = await collectCall(deps.engine, call.by, call);\n    if (now) ends",
    replace: "const now = await collectCall(deps.engine, { ...call.by, id: session.agentId }, call);\n    if (now) ends",
    test: CHAT,
    only: "is told to the one that goes on",
  },
  {
    name: "chat: a turn waits for the last call that a checkpoint collected",
    file: source("features/chat/run-turn"),
    find: "if (!now || now.isOpen) waits = true;\n    // An",
    replace: "if (!now) waits = true;\n    // An",
    test: COLLECTED,
    only: "the next process goes on",
  },
  {
    name: "chat: a call after a checkpoint is collected by it",
    file: source("features/chat/propose-calls"),
    find: "{ ...request, checkpointId }",
    replace: "{ ...request }",
    test: COLLECTED,
    only: "calls of several answers",
  },
  {
    name: "chat: a resumed answer opens no second checkpoint",
    file: source("features/chat/collected-calls"),
    find: "found.value.batchIds.includes(batchId)",
    replace: "found.value.batchIds.length === 0",
    test: COLLECTED,
    only: "whose process died",
  },
  {
    name: "chat: a call goes on without a checkpoint that people decided on",
    file: source("features/chat/collected-calls"),
    find: "return found.ok && found.value.decided !== null;",
    replace: "return !found.ok;",
    test: COLLECTED,
    only: "decide on early",
  },
];
