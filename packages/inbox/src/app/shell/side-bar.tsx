import { ActionIcon, Kbd, UnstyledButton } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from "@tabler/icons-react";
import { StopButton } from "../../features/emergency/stop-button.tsx";
import { strings as keyboardStrings } from "../../strings/keyboard.tsx";
import { IS_MAC, useShortcutChoice } from "../../ui/use-shortcuts.ts";
import { AccountButton } from "./account-button.tsx";
import { PlaceLink, usePlaces } from "./place-link.tsx";
import { WorkspaceMark, WorkspaceName } from "./workspace-name.tsx";
import { PRODUCT } from "../../strings/language.ts";
import { strings } from "../../strings/shell.tsx";
import classes from "./side-bar.module.css";

/** Navigation at the left edge. Folded, or in a window of medium width, it shows icons only. */
export function SideBar({ onCommands }: { onCommands: () => void }) {
  const places = usePlaces();
  const [keysOn] = useShortcutChoice();
  const isMedium = useMediaQuery("(max-width: 75em)", false, { getInitialValueInEffect: false });
  const [wantsFolded, setWantsFolded] = useLocalStorage({
    key: "countersign-side-bar-folded",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const folded = isMedium || wantsFolded;
  const Icon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const foldLabel = folded ? strings.widenSideBar : strings.narrowSideBar;
  return (
    <header className={classes.bar} data-folded={folded || undefined}>
      <div className={classes.head}>
        <Link to="/" className={classes.brand} aria-label={PRODUCT}>
          <img src="/icon.svg" alt="" width={24} height={24} />
          <span className={classes.word}>{PRODUCT}</span>
        </Link>
        {!isMedium && (
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            aria-label={foldLabel}
            title={foldLabel}
            onClick={() => setWantsFolded(!folded)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {folded ? <WorkspaceMark /> : <WorkspaceName />}
      <UnstyledButton className={classes.find} title={keyboardStrings.find} onClick={onCommands}>
        <IconSearch size={17} aria-hidden />
        <span className={classes.word}>{strings.find}</span>
        {keysOn && (
          <Kbd size="xs" className={classes.word} aria-hidden>
            {IS_MAC ? strings.findKeys.mac : strings.findKeys.other}
          </Kbd>
        )}
      </UnstyledButton>
      <nav className={classes.places} aria-label={strings.pages}>
        {places.map((place) => (
          <PlaceLink key={place.label} place={place} />
        ))}
      </nav>
      <div className={classes.foot}>
        <StopButton />
        <AccountButton />
      </div>
    </header>
  );
}
