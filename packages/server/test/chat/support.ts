import type { ChatMessage, JsonObject } from "@countersign/protocol";
import { createChats, type RunningChats } from "../../src/features/chat/create-chats.ts";
import type { ChatSettings } from "../../src/features/chat/chat-deps.ts";
import type { Model, ModelPart, ModelRequest } from "../../src/features/chat/models/model-port.ts";
import { createScriptedModel } from "../../src/features/chat/models/scripted-model.ts";
import type { Principal } from "../../src/core/principal.ts";
import { need, type Gate } from "../support/gate.ts";
import { until } from "../support/until.ts";

export interface Talk {
  chats: RunningChats;
  /** Requests to the model, in order. */
  asked: ModelRequest[];
}

/** The chat of one server process over the gate, with a test's model or the built-in script. */
export function openTalk(gate: Gate, model: Model = createScriptedModel(), settings: Partial<ChatSettings> = {}): Talk {
  const asked: ModelRequest[] = [];
  const recording: Model = {
    answer(request) {
      asked.push({ ...request, messages: [...request.messages] });
      return model.answer(request);
    },
  };
  const { database, engine } = gate;
  const chats = createChats({ database, engine, log: () => undefined, openModel: async () => recording, settings });
  chats.serve(gate.agent.workspaceId);
  return { chats, asked };
}

type Answer = { text?: string; calls?: { name: string; input: JsonObject }[]; inputTokens?: number };

/** A model that gives these answers, one a round, and then the text `Done.` */
export function modelOf(...answers: (Answer | ((request: ModelRequest) => Promise<Answer>))[]): Model {
  let round = 0;
  return {
    async *answer(request): AsyncIterable<ModelPart> {
      const next = answers[round] ?? { text: "Done." };
      round += 1;
      const { text = "", calls = [], inputTokens = 10 } = typeof next === "function" ? await next(request) : next;
      if (text !== "") yield { type: "text", text };
      for (const [n, { name, input }] of calls.entries()) yield { type: "call", id: `c${round}_${n}`, name, input };
      yield { type: "end", inputTokens, outputTokens: 5 };
    },
  };
}

export async function begin({ chats }: Talk, by: Principal, agentId: string): Promise<string> {
  need(await chats.agents(by));
  return need(await chats.create(by, { agentId })).id;
}

/** Waits until the session has this status and the messages satisfy `isSo`; returns the chat. */
export async function untilChat(
  { chats }: Talk,
  by: Principal,
  id: string,
  status: string,
  isSo: (messages: ChatMessage[]) => boolean = () => true,
) {
  return until(
    async () => need(await chats.read(by, id)),
    ({ session, messages }) => session.status === status && isSo(messages),
  );
}

export const callsOf = (messages: readonly ChatMessage[]) => messages.flatMap(({ calls }) => calls);
export const textOf = (messages: readonly ChatMessage[]): string =>
  messages.map(({ role, text }) => `${role}: ${text}`).join("\n");
