import type { Effect, JsonObject, Preview, Risk } from "@countersign/protocol";
import type { OnQuestion } from "../answering.ts";
import type { Countersign } from "../countersign.ts";
import type { Duration } from "../duration.ts";
import type { LookupAnswer } from "../handlers.ts";

/** Details of one tool that its framework does not provide. */
export interface ToolDetails {
  title?: string;
  description?: string;
  /** JSON Schema of the input, for a tool whose own schema library cannot produce one. */
  inputSchema?: JsonObject;
  /** Default `unsafe`. */
  effect?: Exclude<Effect, "transactional">;
  risk?: Risk;
  group?: string;
  /** Top-level keys that edits must not change. */
  protectedKeys?: readonly string[];
  timeoutSeconds?: number;
  preview?: (input: never) => Preview | Promise<Preview>;
  lookup?: (input: never, context: { idempotencyKey: string }) => LookupAnswer | Promise<LookupAnswer>;
}

export interface GateOptions {
  countersign: Countersign;
  /** Maximum time to wait for each call to finish. Without it a call returns `queued` at once. */
  wait?: Duration;
  /** Answers what people ask about a call during `wait`. */
  onQuestion?: OnQuestion;
  /**
   * Conversation id from your own code. With it, a call that the framework repeats (same call id, tool and input) maps to the
   * existing action; without it every call is a new action.
   */
  sessionId?: string;
  /** The agent's run; see `sessionId`. */
  missionId?: string;
  /** Prefix of each tool's name on the server, to separate the tools of two applications. */
  prefix?: string;
  /** Keyed by the framework's name of the tool. */
  details?: Readonly<Record<string, ToolDetails>>;
}

export interface SetOptions extends GateOptions {
  /** Only these tools are gated. */
  only?: readonly string[];
  /** All tools but these are gated; these stay unchanged. */
  except?: readonly string[];
}

/** Returns which tools of a set to gate. Throws a `TypeError` for unknown names: a typo would leave a tool ungated. */
export function chooseTools(names: readonly string[], { only, except, details }: SetOptions): (name: string) => boolean {
  if (only !== undefined && except !== undefined) throw new TypeError("Give `only` or `except`, not both.");
  const known = new Set(names);
  for (const [option, given] of Object.entries({ only, except, details: details && Object.keys(details) })) {
    const unknown = given?.filter((name) => !known.has(name)) ?? [];
    if (unknown.length > 0)
      throw new TypeError(`\`${option}\` names ${unknown.join(", ")}; the tools are ${names.join(", ") || "none"}.`);
  }
  return (name) => (only === undefined ? !except?.includes(name) : only.includes(name));
}
