import { ok, refuse, type Result } from "../../core/refusal.ts";
import { noAnswers, readRoutingRules } from "../../core/routing.ts";
import { isQuick, runCheck, type CheckJobs, type CheckName } from "./check-jobs.ts";
import { createCheckPool, type CheckPoolSettings } from "./check-pool.ts";
import type { CheckedCaller, Checks } from "../../ports/checks.ts";

export function createChecks(settings: CheckPoolSettings): Checks {
  const pool = createCheckPool(settings);

  async function check<N extends CheckName>(
    by: CheckedCaller,
    name: N,
    asked: CheckJobs[N]["asked"],
    whenSlow: CheckJobs[N]["answer"],
  ): Promise<Result<CheckJobs[N]["answer"]>> {
    if (isQuick[name](asked)) return ok(runCheck[name](asked));
    const caller = { key: `${by.workspaceId} ${by.kind} ${by.id}`, isPerson: by.kind === "user" };
    const said = await pool.run(caller, { name, asked: JSON.stringify(asked) });
    if ("answer" in said) return ok(said.answer as CheckJobs[N]["answer"]);
    if (said.refused === "slow") return ok(whenSlow);
    return said.refused === "crowded"
      ? refuse("RATE_LIMITED", "Too many calls with this credential are being validated. Nothing was stored. Try again.")
      : refuse("UNAVAILABLE", "Too many calls are being validated. Nothing was stored. Try again.");
  }

  return {
    validateInput: (by, schemaText, input, prefix = "") =>
      check(by, "validateInput", { schemaText, input, prefix }, [
        { path: prefix, message: "takes too long to validate against the tool's schema" },
      ]),
    // Only the evaluated fields are sent to the other thread: a tool's row holds far more.
    judgeApproval: (by, { approval, approvalWhen, routingRules, name, risk }, input, agent) => {
      const named = { ...(name !== undefined && { name }), ...(risk !== undefined && { risk }) };
      const tool = { approval, approvalWhen, routingRules, ...named };
      const routing = noAnswers(readRoutingRules(routingRules).map(({ when }) => when));
      return check(by, "judgeApproval", { tool, input, agent }, { isRequired: true, routing });
    },
    answerRouting: (by, whens, inputs, facts) =>
      check(by, "answerRouting", { whens: [...whens], inputs: [...inputs], facts }, noAnswers(whens)),
    async findGrant(by, grants, facts) {
      if (grants === null || grants.length === 0) return ok(undefined);
      const found = await check(by, "findGrant", { expressions: grants.map(({ expression }) => expression), facts }, -1);
      return found.ok ? ok(grants[found.value]) : found;
    },
    close: () => pool.close(),
  };
}
