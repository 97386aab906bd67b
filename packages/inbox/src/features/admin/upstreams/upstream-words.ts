import type { UpstreamServer } from "@countersign/protocol";
import type { Tone } from "../../../ui/status-words.ts";

export const UPSTREAM_STATUS_WORDS = {
  starting: { label: "Starting", tone: "busy" },
  online: { label: "Online", tone: "good" },
  offline: { label: "Offline", tone: "bad" },
  disabled: { label: "Disabled", tone: "quiet" },
} as const satisfies Record<UpstreamServer["status"], { label: string; tone: Tone }>;

export const TRANSPORT_WORDS = {
  stdio: "A command on the server's machine",
  http: "Streamable HTTP",
  sse: "HTTP with SSE, as of 2024",
} as const satisfies Record<UpstreamServer["transport"], string>;

export const TRUST_WORDS = {
  trusted: "Trusted: tools that say they only read ask nobody",
  untrusted: "Not trusted: every tool asks until you say otherwise",
} as const satisfies Record<UpstreamServer["trust"], string>;

export const ERA_WORDS = {
  legacy: "2025-11-25 and earlier",
  auto: "Auto-detect",
  modern: "2026-07-28 only",
} as const satisfies Record<UpstreamServer["era"], string>;

export const SHARING_WORDS = {
  "per-agent": "Apart: each agent's session has a connection of its own",
  shared: "Shared: all agents use one connection, and what the server keeps for it",
} as const satisfies Record<UpstreamServer["sharing"], string>;

export const LIMIT_WORDS = {
  callSeconds: {
    label: "Time limit of an approved call (seconds)",
    description: "After this the call is cancelled and its outcome is unknown",
  },
  maxResultMebibytes: {
    label: "Largest result (MiB)",
    description: "A larger result of an approved call is cut to its beginning",
  },
  maxTools: { label: "Most tools", description: "Further tools of this server are withheld from agents" },
} as const;
