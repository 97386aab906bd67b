import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { strings } from "../../../strings/admin.tsx";
import { CopyText } from "./shown-once.tsx";
import classes from "./admin.module.css";

interface CopyTab {
  id: string;
  name: string;
  /** Where the text goes. */
  where: ReactNode;
  /** What is copied. */
  text: string;
  /** Name of the text for screen readers. */
  label: string;
}

/** A text to copy for each of several programs. */
export function CopyTabs({ tabs }: { tabs: readonly CopyTab[] }) {
  return (
    <Tabs defaultValue={tabs[0]?.id ?? null} keepMounted={false}>
      <Tabs.List>
        {tabs.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, where, text, label }) => (
        <Tabs.Panel key={id} value={id} className={classes.panel}>
          <p className={classes.says}>{where}</p>
          <pre className={classes.code} tabIndex={0} aria-label={label}>
            {text}
          </pre>
          <div>
            <CopyText text={text} label={strings.copyThis} />
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
