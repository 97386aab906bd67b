import { refuse } from "../core/refusal.ts";

/** The tool's source is not at hand in this process, which says nothing of the call: the same one succeeds once it is. */
export const STILL_LOADING = refuse(
  "UNAVAILABLE",
  "What brings this tool is not ready. Send the same request again; an administrator sees why under Connections, Upstreams or in the Tool Studio.",
);
