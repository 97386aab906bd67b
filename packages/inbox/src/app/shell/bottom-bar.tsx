import { Stack, UnstyledButton } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { useRef } from "react";
import { useOnNavigate } from "./use-on-navigate.ts";
import { StopButton } from "../../features/emergency/stop-button.tsx";
import { AccountButton } from "./account-button.tsx";
import { PlaceLink, usePlaces } from "./place-link.tsx";
import { WorkspaceName } from "./workspace-name.tsx";
import { strings } from "../../strings/shell.tsx";
import classes from "./bottom-bar.module.css";

/** Pages beside the stop and the menu; a phone's width has room for five in all. */
const SHOWN = 3;
const MENU_ID = "more-pages";

/** Navigation at the bottom edge of a phone: the first pages, the emergency stop, and a menu with everything else. */
export function BottomBar({ onCommands }: { onCommands: () => void }) {
  const menu = useRef<HTMLDivElement>(null);
  const places = usePlaces();
  const close = (): void => menu.current?.hidePopover();
  useOnNavigate(close);
  return (
    <header className={classes.bar}>
      <nav className={classes.places} aria-label={strings.pages}>
        {places.slice(0, SHOWN).map((place) => (
          <PlaceLink key={place.label} place={place} />
        ))}
      </nav>
      <StopButton />
      <UnstyledButton className={classes.more} popoverTarget={MENU_ID}>
        <IconMenu2 size={19} aria-hidden />
        {strings.menu}
      </UnstyledButton>
      <div ref={menu} id={MENU_ID} popover="auto" role="group" aria-label={strings.menu} className={classes.menu}>
        <Stack gap={6}>
          <WorkspaceName />
          <nav aria-label={strings.morePages} className={classes.rest}>
            {places.slice(SHOWN).map((place) => (
              <PlaceLink key={place.label} place={place} />
            ))}
          </nav>
          <UnstyledButton
            className={classes.find}
            onClick={() => {
              close();
              onCommands();
            }}
          >
            <IconSearch size={19} aria-hidden />
            {strings.find}
          </UnstyledButton>
          <AccountButton />
        </Stack>
      </div>
    </header>
  );
}
