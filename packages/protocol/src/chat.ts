import { z } from "zod";
import { briefingSchema, principalSchema } from "./action.ts";
import { ERROR_CODES } from "./errors.ts";
import { json, jsonObject, text } from "./json.ts";
import { outcomeSchema } from "./propose.ts";
import { MAX_SHOWN_MS } from "./words.ts";

/** `waiting`: the turn is stored as rows until people have decided, and holds no connection open. */
export const CHAT_STATUSES = ["idle", "running", "waiting"] as const;
export type ChatStatus = (typeof CHAT_STATUSES)[number];

/** Widgets that the server may show for a call. The server chooses them; a model cannot request one. */
export const CHAT_WIDGETS = ["proposal", "proposals", "table", "element"] as const;
export type ChatWidget = (typeof CHAT_WIDGETS)[number];

/** `note`: a message from the gate to the person and the model. */
export const CHAT_ROLES = ["user", "assistant", "note"] as const;

const count = z.number().int();
const micros = count.describe("Millionths of the currency that the agent's prices are in");

export const chatLimitsSchema = z.object({
  softRounds: count.min(1).max(100).describe("From this round of a turn on the model is told to come to an end"),
  hardRounds: count.min(1).max(100).describe("The most rounds of a turn"),
  identicalCalls: count.min(1).max(100).describe("How often a turn may make the very same call"),
  resultCharacters: count.min(200).max(1_000_000).describe("Of one result that the model is told"),
  sessionTokens: count.min(1).nullable().describe("Of a session, in and out; null for no limit"),
  sessionCostMicros: micros.min(1).nullable(),
  unansweredSeconds: count
    .min(60)
    .max(2_592_000)
    .nullable()
    .describe("After these seconds a proposal that nobody answered expires; null for no limit"),
});
export type ChatLimits = z.infer<typeof chatLimitsSchema>;

const modelSchema = z.object({
  connectionId: z.string().nullable().describe("A connection to a model provider; null for the built-in script"),
  name: text(200).describe("As the provider names it"),
  inputPriceMicros: micros.min(0).nullable().describe("Price of a million tokens; null where it is not counted"),
  outputPriceMicros: micros.min(0).nullable(),
});

export const chatAgentSchema = z.object({
  id: z.string().describe("Of the agent whose groups and rights hold"),
  name: z.string(),
  groups: z.array(z.string()),
  instructions: z.string(),
  model: modelSchema,
  modelLabel: z.string().describe("For people: the model and whose it is"),
  isScript: z.boolean().describe("No model: a built-in script that understands a few commands"),
  widgets: z.array(z.enum(CHAT_WIDGETS)),
  limits: chatLimitsSchema,
  enabled: z.boolean(),
  exampleRequests: z
    .array(z.string())
    .max(3)
    .describe("Messages that the built-in script understands as calls of this agent's tools; empty with a model"),
});
export type ChatAgent = z.infer<typeof chatAgentSchema>;

export const changeChatAgentSchema = z.object({
  instructions: text(20_000).optional(),
  model: modelSchema.optional(),
  widgets: z.array(z.enum(CHAT_WIDGETS)).optional(),
  limits: chatLimitsSchema.partial().optional(),
  enabled: z.boolean().optional(),
});
export type ChangeChatAgent = z.infer<typeof changeChatAgentSchema>;

export const chatSessionSchema = z.object({
  id: z.string(),
  title: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }).describe("Who began the conversation, and alone writes in it"),
  status: z.enum(CHAT_STATUSES),
  agent: z.object({ id: z.string(), name: z.string(), modelLabel: z.string(), isScript: z.boolean() }),
  rev: count.describe("Grows with every change of the session or one of its messages"),
  turn: count,
  round: count.describe("Of the turn that runs or waits, else of the last one"),
  usage: z.object({ inputTokens: count, outputTokens: count, costMicros: micros }),
  limits: chatLimitsSchema,
  /** Counted for this session at response time. */
  waiting: count.describe("Proposals that wait for a person"),
  createdAt: z.string(),
  updatedAt: z.string(),
  archivedAt: z.string().nullable(),
});
export type ChatSession = z.infer<typeof chatSessionSchema>;

export const chatSessionPageSchema = z.object({ items: z.array(chatSessionSchema), nextCursor: z.string().nullable() });
export type ChatSessionPage = z.infer<typeof chatSessionPageSchema>;

/** One call of a tool that the model made. */
export const chatCallSchema = z.object({
  id: z.string().describe("The model's own id of the call"),
  toolName: z.string(),
  input: jsonObject,
  actionIds: z.array(z.string()).describe("What it proposed; empty where the tool only reads or the call was refused"),
  state: z
    .enum(["made", "open", "told", "parked"])
    .describe("`open`: the turn waits for it. `parked`: the model was told that it waits. `told`: the model knows its end"),
  outcome: outcomeSchema.nullable().describe("What the model was told; null before that, and where it was refused"),
  refusal: z.string().nullable().describe("Why nothing was proposed"),
  widget: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("proposal"), actionId: z.string() }),
      z.object({ kind: z.literal("proposals"), actionIds: z.array(z.string()) }),
      z.object({ kind: z.literal("table"), columns: z.array(z.string()), rows: z.array(z.array(json)), more: count }),
      z.object({ kind: z.literal("element"), elementId: z.string(), path: z.string() }),
      z.object({ kind: z.literal("checkpoint"), checkpointId: z.string(), label: z.string() }),
    ])
    .nullable(),
});
export type ChatCall = z.infer<typeof chatCallSchema>;

export const chatMessageSchema = z.object({
  seq: count.describe("Place in the session, from 1"),
  rev: count,
  role: z.enum(CHAT_ROLES),
  /** Text by a person, a model or the gate. Plain text; a model's text is Markdown. */
  text: z.string(),
  status: z.enum(["writing", "done", "stopped", "failed"]),
  error: z.string().nullable(),
  by: principalSchema.nullable(),
  about: z.array(z.string()).describe("Actions that a person's words send back, or that the gate speaks of"),
  calls: z.array(chatCallSchema),
  createdAt: z.string(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

export const chatSchema = z.object({
  session: chatSessionSchema,
  messages: z.array(chatMessageSchema),
  briefing: briefingSchema.describe("What of the session waits, counted now"),
});
export type Chat = z.infer<typeof chatSchema>;

export const createChatSessionSchema = z.object({ agentId: z.string(), title: text(200).min(1).optional() });
export const changeChatSessionSchema = z.object({
  title: text(200).min(1).optional(),
  archived: z.boolean().optional(),
  agentId: z.string().optional().describe("Another agent goes on; it is told the last 30 messages"),
});
export type ChangeChatSession = z.infer<typeof changeChatSessionSchema>;

export const sendChatMessageSchema = z.object({
  text: text(100_000).min(1),
  key: text(100).min(1).optional().describe("The same message sent again under its key is stored once"),
});
export type SendChatMessage = z.infer<typeof sendChatMessageSchema>;

export const refineInChatSchema = z.object({
  items: z
    .array(
      z.object({
        pendingActionId: z.string(),
        digest: z.string().optional(),
        shownForMs: count.min(0).max(MAX_SHOWN_MS).optional(),
      }),
    )
    .min(1)
    .max(200),
  feedback: text(10_000).min(1),
});
export type RefineInChat = z.infer<typeof refineInChatSchema>;

/** Result for each proposal. The message is added to the conversation if at least one was sent back. */
export const refinedInChatSchema = z.object({
  refined: z.array(z.string()),
  skipped: z.array(z.object({ pendingActionId: z.string(), code: z.enum(ERROR_CODES), reason: z.string() })),
});
export type RefinedInChat = z.infer<typeof refinedInChatSchema>;

/**
 * Events of one session's stream. `message` and `session` use the revision as event id and are sent again after a reconnect.
 * `delta` is streamed text at offset `from` of the message; clients drop one that does not fit, as the message follows.
 */
export const chatEvents = {
  session: chatSessionSchema,
  message: chatMessageSchema,
  delta: z.object({ seq: count, from: count, text: z.string() }),
} as const;
export type ChatEventName = keyof typeof chatEvents;
