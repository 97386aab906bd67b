import type { Approval, JsonObject } from "@countersign/protocol";

/** One tool as one agent may see and call it: its settings, and those of the agent's groups over them. */
export interface GatewayTool {
  /** Its name on the gate; actions are stored under it. */
  name: string;
  /** What the agent sees: the alias an administrator gave, or the name, rewritten where model providers would refuse it. */
  exposedName: string;
  /** `server`, the id of the worker key that registered it, or an upstream's source. */
  source: string;
  /** Its name at its upstream; `null` for every other tool. */
  upstreamName: string | null;
  /** The upstream's own tool object as it was vetted, whole; `null` for every other tool. */
  definition: JsonObject | null;
  title: string | null;
  /** An administrator's words where there are some, else the tool's. */
  description: string;
  /** Of what an agent sends, which may be a list of calls. */
  inputSchema: JsonObject;
  /** As rules go by it, 0 to 5. */
  risk: number;
  approval: Approval;
  /** A CEL expression on `args`; true asks a person, and so does whatever is not a plain false. With approval `when` only. */
  approvalWhen: string | null;
  /** The question a client shows; `{toolName}` and `{args}` are filled in. */
  promptTemplate: string | null;
  /** The person at the client may answer there: an administrator allowed it for this agent's key and not forbidden it for the tool. */
  inClient: boolean;
  /** `null`: what suits the way the call came. */
  delivery: "queue" | "wait" | null;
  waitSeconds: number | null;
  onWaitEnd: "park" | "expire" | null;
  /** See client-needs.ts. */
  clientNeeds: readonly string[];
}
