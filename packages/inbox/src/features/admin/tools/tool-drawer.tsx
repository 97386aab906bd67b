import { isVettedState, type Tool } from "@countersign/protocol";
import { Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
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
import { isToolTab, type ToolTab } from "./tool-tabs.ts";
import { needsAttention, stateOf } from "./tool-words.ts";
import adminClasses from "../shared/admin.module.css";
import classes from "./tool-drawer.module.css";

interface Props {
  name: string;
  /** The tab in the address; the first one where it names none. */
  tab: string | undefined;
  onTab: (tab: ToolTab) => void;
  onClose: () => void;
}

/** One tool: what is known about it, the administrator's settings, and what the tool says of itself. */
export function ToolDrawer({ name, tab, onTab, onClose }: Props) {
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
        {(data) => <Body tool={data} tab={tab} onTab={onTab} onDirty={setDirty} />}
      </Loaded>
    </Drawer>
  );
}

interface BodyProps extends Pick<Props, "tab" | "onTab"> {
  tool: Tool;
  onDirty: (dirty: boolean) => void;
}

function Body({ tool, tab, onTab, onDirty }: BodyProps) {
  // A definition that has to be looked at comes first, and stays after it was accepted.
  const [first] = useState<ToolTab>(needsAttention(tool) ? "definition" : "approval");
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
      <ToolForm key={tool.name} tool={tool} tab={isToolTab(tab) ? tab : first} onTab={onTab} onDirty={onDirty} />
    </div>
  );
}
