import type { Tool } from "@countersign/protocol";
import { Stack, Switch, Tabs } from "@mantine/core";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { strings } from "../../../strings/tools.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { ApprovalFields } from "./approval-fields.tsx";
import { ApproverFields } from "./approver-fields.tsx";
import { ClientNeeds } from "./client-needs.tsx";
import { focusFault } from "./focus-fault.ts";
import { GroupFields } from "./group-fields.tsx";
import { NameFields } from "./name-fields.tsx";
import { ReasonsField } from "./reasons-field.tsx";
import { RiskFields } from "./risk-fields.tsx";
import { RoutingFields } from "./routing-fields.tsx";
import { SaveBar } from "./save-bar.tsx";
import { TabMarks } from "./tab-marks.tsx";
import { isToolTab, TOOL_TABS, type ToolTab } from "./tool-tabs.ts";
import { ToolWords } from "./tool-words-view.tsx";
import { useToolEdits, type ToolEdits } from "./use-tool-edits.ts";
import { VettingView } from "./vetting-view.tsx";
import { WaitFields } from "./wait-fields.tsx";
import classes from "./tool-drawer.module.css";

interface Props {
  tool: Tool;
  tab: ToolTab;
  onTab: (tab: ToolTab) => void;
  onDirty: (dirty: boolean) => void;
}

/** Edits how the tool is exposed and guarded, in tabs that are saved together. Sends only settings changed here. */
export function ToolForm({ tool, tab, onTab, onDirty }: Props) {
  const edits = useToolEdits(tool, onDirty);
  const { draft, set, shown, faultyTabs, unsavedTabs } = edits;
  const formId = useId();
  const box = useOpensFault(edits, tab, onTab);
  const fields = { tool, draft, faults: shown, onChange: set };
  const words = strings.tabs;

  return (
    <Tabs ref={box} value={tab} onChange={(next) => isToolTab(next) && onTab(next)} className={classes.tabs}>
      <Tabs.List aria-label={words.label}>
        {TOOL_TABS.map((one) => (
          <Tabs.Tab key={one} value={one} className={classes.tab}>
            <span className={classes.tabName}>
              {words.names[one]}
              <TabMarks
                isFaulty={faultyTabs.has(one)}
                isUnsaved={unsavedTabs.has(one)}
                needsReview={one === "definition" && tool.vetting.changed !== null}
              />
            </span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          edits.store();
        }}
      >
        <Panel of="approval">
          <ApprovalFields {...fields} />
          <ApproverFields {...fields} />
          <RiskFields {...fields} />
        </Panel>
        <Panel of="routing">
          <RoutingFields {...fields} />
        </Panel>
        <Panel of="limits">
          <WaitFields {...fields} />
        </Panel>
        <Panel of="access">
          <Switch
            label={strings.form.enabled}
            checked={draft.enabled}
            error={shown.get("enabled")}
            onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
          />
          <GroupFields {...fields} />
          <ClientNeeds tool={tool} />
        </Panel>
        <Panel of="texts">
          <NameFields {...fields} />
          <ReasonsField draft={draft} faults={shown} onChange={set} />
        </Panel>
      </form>
      <Panel of="definition">
        <VettingView tool={tool} />
        <ToolWords tool={tool} />
      </Panel>
      <SaveBar edits={edits} formId={formId} />
      <LoweredDialog change={edits.save} />
    </Tabs>
  );
}

/** A panel that is not shown keeps its fields and what was typed into them. */
function Panel({ of, children }: { of: ToolTab; children: ReactNode }) {
  return (
    <Tabs.Panel value={of} pt="lg" pb="lg">
      <Stack gap="xl">{children}</Stack>
    </Tabs.Panel>
  );
}

/** Opens the first tab with a fault when a save fails, and focuses the field. */
function useOpensFault({ failure, faultyTabs }: ToolEdits, tab: ToolTab, onTab: Props["onTab"]) {
  const box = useRef<HTMLDivElement>(null);
  const told = useRef(failure);
  const goal = useRef<ToolTab>(undefined);
  const first = TOOL_TABS.find((one) => faultyTabs.has(one));
  useEffect(() => {
    if (failure !== told.current) goal.current = failure === null ? undefined : first;
    told.current = failure;
    if (goal.current === undefined) return;
    if (goal.current !== tab) return onTab(goal.current);
    goal.current = undefined;
    const panel = [...(box.current?.querySelectorAll<HTMLElement>(PANEL) ?? [])].find((one) => one.checkVisibility());
    if (panel) focusFault(panel);
  }, [failure, first, tab, onTab]);
  return box;
}

const PANEL = '[role="tabpanel"]';
