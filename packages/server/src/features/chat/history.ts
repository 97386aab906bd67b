import type { Json, Outcome } from "@countersign/protocol";
import type { ChatCallRow, ChatMessageRow } from "../../store/statements/chat-messages.ts";
import type { ModelMessage } from "./models/model-port.ts";
import { cutResult, tellOutcome } from "./tell-model.ts";

/** Maximum number of messages by the previous agent that a new agent is given. */
const MAX_BEFORE = 30;
const MAX_PART_CHARACTERS = 5000;
/** Maximum number of the agent's own messages; older ones are omitted. */
const MAX_OWN = 400;

export const NOT_PROPOSED = "Nothing has run: the agent's turn ended before this call was proposed.";

/** Builds the model's messages from the conversation. Pure: equal rows give equal messages. */
export function historyOf(rows: readonly ChatMessageRow[], agentSince: number, resultCharacters: number): ModelMessage[] {
  const before = rows.filter(({ seq }) => seq < agentSince).slice(-MAX_BEFORE);
  const own = rows.filter(({ seq }) => seq >= agentSince).slice(-MAX_OWN);
  const from = own.findIndex(({ role }) => role !== "assistant");
  return [
    ...(before.length > 0 ? [takenOver(before)] : []),
    ...own.slice(from < 0 ? own.length : from).flatMap((row) => toMessages(row, resultCharacters)),
  ];
}

function toMessages(row: ChatMessageRow, resultCharacters: number): ModelMessage[] {
  if (row.role === "user") return [{ role: "user", text: row.text }];
  if (row.role === "note") return [{ role: "note", text: fromGate(row.text) }];
  // An unfinished answer contributes its text only: it proposed no calls.
  if (row.status !== "done" && row.calls.length === 0) {
    return row.text === "" ? [] : [{ role: "assistant", text: row.text, calls: [] }];
  }
  const data = parsed(row.providerData);
  const calls = row.calls.map((call) => ({
    id: call.callId,
    name: call.toolName,
    input: JSON.parse(call.input) as Json,
    ...withData(parsed(call.providerData)),
  }));
  const answer: ModelMessage = { role: "assistant", text: row.text, calls, ...withData(data) };
  if (calls.length === 0) return row.text === "" ? [] : [answer];
  const results = row.calls.map((call) => ({
    id: call.callId,
    name: call.toolName,
    text: cutResult(resultOf(call), resultCharacters),
  }));
  return [answer, { role: "results", results }];
}

const fromGate = (text: string): string => `[Countersign, not the person:]\n${text}`;
const withData = (data: Json | undefined) => (data === undefined ? {} : { data });
const parsed = (text: string | null): Json | undefined => (text === null ? undefined : (JSON.parse(text) as Json));

function resultOf({ outcome, refusal }: ChatCallRow): string {
  if (outcome !== null) return tellOutcome(JSON.parse(outcome) as Outcome);
  return refusal ?? NOT_PROPOSED;
}

/** Formats messages as one text, because the new agent may not have the former agent's tools. */
function takenOver(rows: readonly ChatMessageRow[]): ModelMessage {
  const cut = (text: string): string =>
    text.length <= MAX_PART_CHARACTERS ? text : `${text.slice(0, MAX_PART_CHARACTERS)} […]`;
  const parts = rows.flatMap(({ role, text, calls }) => [
    ...(text === "" ? [] : [{ [role === "user" ? "person" : role === "note" ? "countersign" : "former agent"]: cut(text) }]),
    ...calls.map((call) => ({ proposal: call.toolName, input: cut(call.input), outcome: cut(resultOf(call)) })),
  ]);
  const lines = parts.map((part) => JSON.stringify(part));
  return {
    role: "note",
    text: fromGate(
      `You are taking over a conversation. The last ${rows.length} messages follow, one line of JSON per part:\n${lines.join("\n")}`,
    ),
  };
}
