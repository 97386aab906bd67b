import type { JsonObject } from "@countersign/protocol";
import { Button, Group, Text, TextInput } from "@mantine/core";
import { ConditionField } from "../condition/condition-field.tsx";
import { duration } from "../../../ui/time-words.ts";
import { ApprovalRuleFields } from "./approval-rule-fields.tsx";
import { MAX_ROUTING_RULES, newRouting, routingField, type RoutingDraft } from "./routing-draft.ts";
import type { ToolFieldProps } from "./tool-draft.ts";
import classes from "./tool-drawer.module.css";

/** Edits conditions under which calls need further approvals or have less time. */
export function RoutingFields({ tool, draft, faults, onChange }: ToolFieldProps) {
  const { routingRules } = draft;
  const replace = (at: number, rule: RoutingDraft): void =>
    onChange({ routingRules: routingRules.map((one, n) => (n === at ? rule : one)) });
  return (
    <section className={classes.part} aria-label="Routing rules">
      <h2 className={classes.partTitle}>Routing rules</h2>
      <p className={classes.muted}>
        Calls that meet a condition need further approvals or have less time. All rules that apply hold, besides the settings
        above.
      </p>
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
            Add routing rule
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
  const seconds = /^\d{1,8}$/.test(rule.lifetimeSeconds.trim()) ? ` (${duration(Number(rule.lifetimeSeconds))})` : "";
  return (
    <div className={classes.routing} role="group" aria-label={`Routing rule ${at + 1}`}>
      <TextInput
        label="Name"
        description="Shown on the actions that it applies to"
        maxLength={60}
        error={fault("name")}
        value={rule.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <ConditionField
        label="Applies when"
        inputSchema={inputSchema}
        description={
          <>
            A CEL expression on args, tool and agent, such as <code>args.amount &gt; 5000</code>. A rule that cannot be
            evaluated applies.
          </>
        }
        minRows={1}
        error={fault("when")}
        value={rule.when}
        onChange={(when) => set({ when })}
      />
      <ApprovalRuleFields
        rule={rule.rule}
        none="As set for the tool"
        faults={{ needs: fault("approvalRule"), n: fault("n"), of: fault("of") }}
        onChange={(next) => set({ rule: next })}
      />
      <TextInput
        label="Expires after seconds"
        description={`The action expires if nobody decides within this time${seconds}`}
        placeholder="As set for the tool"
        inputMode="numeric"
        error={fault("lifetimeSeconds")}
        value={rule.lifetimeSeconds}
        onChange={({ currentTarget }) => set({ lifetimeSeconds: currentTarget.value })}
      />
      <Group>
        <Button
          type="button"
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={`Remove routing rule ${at + 1}`}
          onClick={onRemove}
        >
          Remove rule
        </Button>
      </Group>
    </div>
  );
}
