import { UnstyledButton } from "@mantine/core";
import { IconUserCircle } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useMe } from "../../api/signed-in.ts";
import { roleWords } from "../../ui/role-words.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { strings } from "../../strings/shell.tsx";
import classes from "./account-button.module.css";

const AccountPanel = lazy(async () => ({ default: (await import("./account-panel.tsx")).AccountPanel }));

const PANEL_ID = "account-panel";

/** Names the signed-in person, and opens the choices of this browser. The browser closes the panel on Escape or a click elsewhere. */
export function AccountButton() {
  const me = useMe();
  const [opened, setOpened] = useState(false);
  if (!me) return null;
  return (
    <>
      <UnstyledButton className={classes.button} popoverTarget={PANEL_ID} title={strings.account.title}>
        <IconUserCircle size={20} aria-hidden />
        <span className={classes.name}>
          <VisibleText text={me.principal.name} newlines="mark" />
          {me.role && <small>{roleWords(me.role).label}</small>}
        </span>
        <span className={classes.heard}>{strings.account.title}</span>
      </UnstyledButton>
      <div
        id={PANEL_ID}
        popover="auto"
        role="group"
        aria-label={strings.account.title}
        className={classes.panel}
        onToggle={(event) => setOpened(event.newState === "open")}
      >
        {opened && (
          <Suspense>
            <AccountPanel />
          </Suspense>
        )}
      </div>
    </>
  );
}
