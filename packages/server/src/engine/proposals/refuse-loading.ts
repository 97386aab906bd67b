import { refuse } from "../../core/refusal.ts";

/** The tool's source is not ready in this process. That is no fault of the call: the same request succeeds later. */
export const STILL_LOADING = refuse(
  "UNAVAILABLE",
  "The source of this tool is not ready or is disabled on this server. Send the same request again. Administrators can see the cause under Settings, in Services, MCP servers or the Tool Studio.",
);
