import type { ApprovalRule, Approver } from "@countersign/protocol";
import { strings } from "../../../strings/tools.tsx";

/** An approval rule as a form holds it. */
export interface RuleDraft {
  /** `""` means that there is no rule. */
  needs: "" | ApprovalRule["needs"];
  n: string;
  /** The approvers, one text for each: `role:admin`, `role:approver`, `team:` and a name, or `user:` and an id. */
  of: readonly string[];
  notLastEditor: boolean;
}

export const draftOfRule = (rule: ApprovalRule | null | undefined): RuleDraft => ({
  needs: rule?.needs ?? "",
  n: rule?.n === undefined ? "2" : String(rule.n),
  of: linesOf(rule?.of ?? []),
  notLastEditor: rule?.notLastEditor ?? false,
});

export const ruleOf = ({ needs, n, of, notLastEditor }: RuleDraft): ApprovalRule | null =>
  needs === ""
    ? null
    : {
        needs,
        ...(needs === "n_of" ? { n: Number(n) } : {}),
        of: approversOf(of),
        ...(notLastEditor ? { notLastEditor } : {}),
      };

/** Error messages of a rule by its field. */
export function faultsOfRule({ needs, n, of }: RuleDraft): Partial<Record<"n" | "of", string>> {
  if (needs === "") return {};
  return {
    ...(needs === "n_of" && !/^(1?[1-9]|[12]0)$/.test(n.trim()) ? { n: strings.faults.howMany } : {}),
    ...(of.length === 0 ? { of: strings.faults.whose } : {}),
  };
}

export const linesOf = (list: readonly Approver[]): string[] =>
  list.map((one) => ("user" in one ? `user:${one.user}` : "team" in one ? `team:${one.team}` : `role:${one.role}`));

export const approversOf = (lines: readonly string[]): Approver[] =>
  lines.map((one) =>
    one.startsWith("user:")
      ? { user: one.slice(5) }
      : one.startsWith("team:")
        ? { team: one.slice(5) }
        : { role: one === "role:admin" ? "admin" : "approver" },
  );
