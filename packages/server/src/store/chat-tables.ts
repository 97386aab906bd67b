import type { ChatCall, ChatMessage, ChatStatus, ChatWidget, PrincipalKind } from "@countersign/protocol";
import type { Generated } from "kysely";
import type { Instant, MaybeInstant } from "./columns.ts";

export interface ChatAgentTable {
  workspaceId: string;
  agentId: string;
  instructions: Generated<string>;
  connectionId: string | null;
  model: Generated<string>;
  inputPriceMicros: number | null;
  outputPriceMicros: number | null;
  widgets: Generated<ChatWidget[]>;
  softRounds: Generated<number>;
  hardRounds: Generated<number>;
  identicalCalls: Generated<number>;
  resultCharacters: Generated<number>;
  sessionTokens: number | null;
  sessionCostMicros: number | null;
  enabled: Generated<boolean>;
  unansweredSeconds: number | null;
}

export interface ChatSessionTable {
  workspaceId: string;
  id: string;
  ownerId: string;
  agentId: string;
  title: string;
  status: Generated<ChatStatus>;
  rev: Generated<number>;
  turn: Generated<number>;
  round: Generated<number>;
  agentSince: Generated<number>;
  parked: Generated<boolean>;
  stopRequested: Generated<boolean>;
  leaseUntil: MaybeInstant;
  leaseToken: string | null;
  inputTokens: Generated<number>;
  outputTokens: Generated<number>;
  costMicros: Generated<number>;
  createdAt: Instant;
  updatedAt: Instant;
  archivedAt: MaybeInstant;
}

export interface ChatMessageTable {
  workspaceId: string;
  sessionId: string;
  seq: number;
  rev: number;
  turn: number;
  role: ChatMessage["role"];
  text: string;
  status: ChatMessage["status"];
  error: string | null;
  byKind: PrincipalKind | null;
  byId: string | null;
  byName: string | null;
  about: Generated<string[]>;
  messageKey: string | null;
  providerData: string | null;
  createdAt: Instant;
}

export interface ChatCallTable {
  workspaceId: string;
  sessionId: string;
  seq: number;
  place: number;
  callId: string;
  toolName: string;
  input: string;
  supersedes: string | null;
  state: Generated<ChatCall["state"]>;
  actionIds: Generated<string[]>;
  outcome: string | null;
  refusal: string | null;
  widget: string | null;
  providerData: string | null;
}
