import { agentPeer, type UpstreamPeer } from "../ports/upstreams.ts";
import type { McpCall } from "./call.ts";

/** Returns the peer of a call: its client's session, or its agent if the client has no session. */
export const peerOf = ({ principal, session }: Pick<McpCall, "principal" | "session">): UpstreamPeer =>
  session?.peer ?? agentPeer(principal.id);
