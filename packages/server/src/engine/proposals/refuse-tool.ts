import { refuse, type Refusal } from "../../core/refusal.ts";
import type { CalledTool } from "../../store/statements/find-propose-context.ts";

/** Returns why this agent may not call this tool now; undefined if it may. */
export function refuseTool(
  tool: Pick<CalledTool, "allowed" | "overCap" | "vetting" | "upstream">,
  name: string,
): Refusal | undefined {
  if (!tool.allowed) return refuse("FORBIDDEN", `${name} is in none of this agent's groups.`).refusal;
  if (tool.overCap) return refuse("FORBIDDEN", `${name} has a higher risk than this agent is allowed to call.`).refusal;
  switch (tool.vetting) {
    case "vetted":
    case "unvetted":
      return undefined;
    case "gone":
      return refuse("UNAVAILABLE", `${tool.upstream ?? "Its server"} no longer lists ${name}.`).refusal;
    default:
      return refuse("FORBIDDEN", `${name} is withheld until an administrator has reviewed its definition.`).refusal;
  }
}
