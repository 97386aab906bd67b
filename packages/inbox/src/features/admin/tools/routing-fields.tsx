import type { JsonObject } from "@countersign/protocol";
import { Button, Group, Text, TextInput } from "@mantine/core";
import { ConditionField } from "../condition/condition-field.tsx";
import { duration } from "../../../ui/time-words.ts";
import { strings } from "../../../strings/tools.tsx";
import { ApprovalRuleFields } from "./approval-rule-fields.tsx";
import { MAX_ROUTING_RULES, newRouting, routingField, type RoutingDraft } from "./routing-draft.ts";
import type { ToolFieldProps } from "./tool-draft.ts";
import classes from "./tool-drawer.module.css";

/** Edits conditions under which calls need further approvals or have less time. */
export function RoutingFields({ tool, draft, faults, onChange }: ToolFieldProps) {
  const { routingRules } = draft;
  const replace = (at: number, rule: RoutingDraft): void =>
    onChange({ routingRules: routingRules.map((one, n) => (n === at ? rule : one)) });
  const words = strings.routing;
  return (
    <section className={classes.part} aria-label={words.title}>
      <p className={classes.muted}>{words.says}</p>
      {routingRules.map((rule, at) => (
        <RoutingRuleFields
          // The index is a rule's only identity while its name is edited.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          at={at}
          rule={rule}
          inputSchema={tool.inputSchema}
          faults={faults}
          onChange={(next) => replace(at, next)}
          onRemove={() => onChange({ routingRules: routingRules.filter((_, n) => n !== at) })}
        />
      ))}
      {faults.has("routingRules") && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {faults.get("routingRules")}
        </Text>
      )}
      {routingRules.length < MAX_ROUTING_RULES && (
        <Group>
          <Button
            type="button"
            variant="default"
            size="xs"
            onClick={() => onChange({ routingRules: [...routingRules, newRouting()] })}
          >
            {words.add}
          </Button>
        </Group>
      )}
    </section>
  );
}

interface Props {
  at: number;
  rule: RoutingDraft;
  inputSchema: JsonObject;
  faults: ReadonlyMap<string, string>;
  onChange: (rule: RoutingDraft) => void;
  onRemove: () => void;
}

function RoutingRuleFields({ at, rule, inputSchema, faults, onChange, onRemove }: Props) {
  const fault = (field: Parameters<typeof routingField>[1]): string | undefined => faults.get(routingField(at, field));
  const set = (part: Partial<RoutingDraft>): void => onChange({ ...rule, ...part });
  const inWords = /^\d{1,8}$/.test(rule.lifetimeSeconds.trim()) ? ` (${duration(Number(rule.lifetimeSeconds))})` : "";
  const words = strings.routing;
  return (
    <div className={classes.routing} role="group" aria-label={words.rule(at + 1)}>
      <TextInput
        label={words.name}
        description={words.nameSays}
        maxLength={60}
        error={fault("name")}
        value={rule.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <ConditionField
        label={words.when}
        inputSchema={inputSchema}
        description={words.expression(<code>{"args.amount > 5000"}</code>)}
        minRows={1}
        error={fault("when")}
        value={rule.when}
        onChange={(when) => set({ when })}
      />
      <ApprovalRuleFields
        rule={rule.rule}
        none={words.asTool}
        faults={{ needs: fault("approvalRule"), n: fault("n"), of: fault("of") }}
        onChange={(next) => set({ rule: next })}
      />
      <TextInput
        label={words.expiresAfter}
        description={words.expiresSays(inWords)}
        placeholder={words.asTool}
        inputMode="numeric"
        error={fault("lifetimeSeconds")}
        value={rule.lifetimeSeconds}
        onChange={({ currentTarget }) => set({ lifetimeSeconds: currentTarget.value })}
      />
      <Group>
        <Button type="button" variant="subtle" color="gray" size="xs" aria-label={words.removeRule(at + 1)} onClick={onRemove}>
          {words.remove}
        </Button>
      </Group>
    </div>
  );
}
