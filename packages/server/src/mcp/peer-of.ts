import { agentPeer, type UpstreamPeer } from "../core/upstream-port.ts";
import type { McpCall } from "./call.ts";

/** Whose session at an upstream a call belongs to: its client session's, or its agent's where the client has none. */
export const peerOf = ({ principal, session }: Pick<McpCall, "principal" | "session">): UpstreamPeer =>
  session?.peer ?? agentPeer(principal.id);
