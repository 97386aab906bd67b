import { isVettedState, type Tool } from "@countersign/protocol";
import { Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toolQuery } from "../../../api/admin-queries.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { RiskPair } from "../shared/risk-pair.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import { ClientNeeds } from "./client-needs.tsx";
import { ToolForm } from "./tool-form.tsx";
import { ToolWords } from "./tool-words-view.tsx";
import { stateOf } from "./tool-words.ts";
import { VettingView } from "./vetting-view.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./tool-drawer.module.css";

interface Props {
  name: string;
  onClose: () => void;
}

/** One tool: what is known of it, what an administrator says about it, and what it says of itself. */
export function ToolDrawer({ name, onClose }: Props) {
  const tool = useQuery(toolQuery(name));
  const [dirty, setDirty] = useState(false);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="46rem"
      // Its header would otherwise be a second banner of the page.
      attributes={{ header: { role: "presentation" } }}
      closeOnClickOutside={!dirty}
      closeOnEscape={!dirty}
      closeButtonProps={{ "aria-label": dirty ? "Close without saving" : "Close" }}
      title={
        <span className={classes.title}>
          <VisibleText text={name} newlines="mark" />
        </span>
      }
    >
      <Loaded query={tool} what="The tool">
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
          Try it
        </TextLink>
        <TextLink to="/" search={{ tool: tool.name, status: "all" }}>
          Its actions
        </TextLink>
      </div>
      <VettingView tool={tool} />
      <ClientNeeds tool={tool} />
      <ToolForm key={tool.name} tool={tool} onDirty={onDirty} />
      <ToolWords tool={tool} />
    </div>
  );
}
