import { isVettedState, type Tool } from "@countersign/protocol";
import { Drawer, Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toolQuery } from "../../../api/admin-queries.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/tools.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { RiskPair } from "../shared/risk-pair.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import { ToolForm } from "./tool-form.tsx";
import { ToolWords } from "./tool-words-view.tsx";
import { stateOf, clientNeedWords } from "./tool-words.ts";
import { VettingView } from "./vetting-view.tsx";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { Notice } from "../../../ui/notice.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./tool-drawer.module.css";

interface Props {
  name: string;
  onClose: () => void;
}

/** One tool: what is known about it, the administrator's settings, and what the tool says of itself. */
export function ToolDrawer({ name, onClose }: Props) {
  const tool = useQuery(toolQuery(name));
  const [dirty, setDirty] = useState(false);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="46rem"
      // Without this role, the drawer's header would be a second banner landmark of the page.
      attributes={{ header: { role: "presentation" } }}
      closeOnClickOutside={!dirty}
      closeOnEscape={!dirty}
      closeButtonProps={{ "aria-label": dirty ? adminStrings.closeWithoutSaving : uiStrings.close }}
      title={
        <span className={classes.title}>
          <VisibleText text={name} newlines="mark" />
        </span>
      }
    >
      <Loaded query={tool} what={adminStrings.theTool}>
        {(data) => <Body tool={data} onDirty={setDirty} />}
      </Loaded>
    </Drawer>
  );
}

function Body({ tool, onDirty }: { tool: Tool; onDirty: (dirty: boolean) => void }) {
  return (
    <div className={classes.body}>
      <div className={adminClasses.marks}>
        <StateBadge {...stateOf(tool)} />
        <RiskPair {...tool} vetted={isVettedState(tool.vetting.state)} />
        <TextLink to="/admin/try" search={{ open: tool.name }}>
          {strings.drawer.tryIt}
        </TextLink>
        <TextLink to="/" search={{ tool: tool.name, status: "all" }}>
          {strings.drawer.itsActions}
        </TextLink>
      </div>
      <VettingView tool={tool} />
      <ClientNeeds tool={tool} />
      <ToolForm key={tool.name} tool={tool} onDirty={onDirty} />
      <ToolWords tool={tool} />
    </div>
  );
}

/** Shows what a tool was seen to need of an agent's client, with a button to forget it. */
function ClientNeeds({ tool }: { tool: Tool }) {
  const cache = useQueryClient();
  const forget = useChange<Tool>(keys.tools, keys.tool(tool.name));
  const needs = tool.clientNeeds ?? [];
  if (needs.length === 0) return null;
  const send = (): void =>
    forget.mutate(
      { method: "PUT", path: pathOf("tools", tool.name), body: { forgetClientNeeds: true } },
      { onSuccess: (answer) => cache.setQueryData(keys.tool(tool.name), answer) },
    );
  const words = strings.clientNeeds;
  return (
    <Notice tone="info" title={words.title}>
      <ul className={adminClasses.points}>
        {needs.map((need) => (
          <li key={need}>{clientNeedWords(need)}</li>
        ))}
      </ul>
      <Button variant="default" size="xs" loading={forget.isPending} onClick={send}>
        {words.forget}
      </Button>
      {forget.error !== null && <p role="alert">{words.failed}</p>}
    </Notice>
  );
}
