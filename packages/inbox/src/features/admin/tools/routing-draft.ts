import type { RoutingRule } from "@countersign/protocol";
import { strings } from "../../../strings/tools.tsx";
import { draftOfRule, faultsOfRule, ruleOf, type RuleDraft } from "./rule-draft.ts";

/** A routing rule as the form holds it; `""` for an unset time. */
export interface RoutingDraft {
  name: string;
  when: string;
  rule: RuleDraft;
  lifetimeSeconds: string;
}

/** The server's limit. */
export const MAX_ROUTING_RULES = 20;

export const newRouting = (): RoutingDraft => ({ name: "", when: "", rule: draftOfRule(null), lifetimeSeconds: "" });

export const draftOfRouting = ({ name, when, approvalRule, lifetimeSeconds }: RoutingRule): RoutingDraft => ({
  name,
  when,
  rule: draftOfRule(approvalRule),
  lifetimeSeconds: lifetimeSeconds === undefined ? "" : String(lifetimeSeconds),
});

export function routingOf({ name, when, rule, lifetimeSeconds }: RoutingDraft): RoutingRule {
  const approvalRule = ruleOf(rule);
  const seconds = lifetimeSeconds.trim();
  return {
    name: name.trim(),
    when: when.trim(),
    ...(approvalRule === null ? {} : { approvalRule }),
    ...(seconds === "" ? {} : { lifetimeSeconds: Number(seconds) }),
  };
}

const FIELDS = ["name", "when", "approvalRule", "lifetimeSeconds"] as const;
type Field = (typeof FIELDS)[number] | "n" | "of";

/** Where a rule's faults are kept, as in the server's paths. */
export const routingField = (at: number, field: Field): string => `routingRules/${at}/${field}`;

export const routingFields = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => FIELDS.map((field) => routingField(at, field))).flat();

/** Error messages by `routingField`. */
export const faultsOfRouting = (rules: readonly RoutingDraft[]): [field: string, message: string][] =>
  rules.flatMap(({ name, when, rule, lifetimeSeconds }, at) => {
    const words = strings.faults;
    const { n, of } = faultsOfRule(rule);
    const faults: Partial<Record<Field, string>> = {
      ...(name.trim() === "" ? { name: words.ruleName } : {}),
      ...(when.trim() === "" ? { when: words.ruleWhen } : {}),
      ...(n === undefined ? {} : { n }),
      ...(of === undefined ? {} : { of }),
      ...(/^(\d{1,8})?$/.test(lifetimeSeconds.trim()) ? {} : { lifetimeSeconds: words.wholeSeconds }),
    };
    return Object.entries(faults).map(([field, message]): [string, string] => [routingField(at, field as Field), message]);
  });
