import type { Effect, JsonObject, Preview, Risk } from "@countersign/protocol";
import type { Countersign } from "../countersign.ts";
import type { Duration } from "../duration.ts";
import type { LookupAnswer } from "../handlers.ts";

/** What the gate should know of one tool beyond what its framework does. */
export interface ToolDetails {
  title?: string;
  description?: string;
  /** JSON Schema of the input, for a tool whose own schema cannot give one. */
  inputSchema?: JsonObject;
  /** Default `unsafe`. */
  effect?: Exclude<Effect, "transactional">;
  risk?: Risk;
  group?: string;
  /** Top-level keys that no edit may touch. */
  protectedKeys?: readonly string[];
  timeoutSeconds?: number;
  preview?: (input: never) => Preview | Promise<Preview>;
  lookup?: (input: never, context: { idempotencyKey: string }) => LookupAnswer | Promise<LookupAnswer>;
}

export interface GateOptions {
  countersign: Countersign;
  /** Hold each call until it is over, at most this long; without it a call answers `queued` at once. */
  wait?: Duration;
  /**
   * The conversation, as your own code knows it. With it a call that its framework repeats (same call id, tool and input) is
   * recognised and meets the action that is there; without it every call is a new action.
   */
  sessionId?: string;
  /** The run of the agent; see `sessionId`. */
  missionId?: string;
  /** Put before each tool's name on the server, to keep two applications' tools apart. */
  prefix?: string;
  /** By the framework's name of the tool. */
  details?: Readonly<Record<string, ToolDetails>>;
}

export interface SetOptions extends GateOptions {
  /** These tools alone are gated. */
  only?: readonly string[];
  /** All but these are gated; these stay as they are. */
  except?: readonly string[];
}

/** Says which tools of a set are gated. A name that is not in the set is refused: a slip of the pen would leave a tool ungated. */
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
