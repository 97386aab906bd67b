import { useQuery } from "@tanstack/react-query";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import {
  IconChartBar,
  IconFileText,
  IconHistory,
  IconInbox,
  IconMessages,
  IconNotebook,
  IconSettings,
  type Icon,
} from "@tabler/icons-react";
import { countsQuery } from "../../api/action-queries.ts";
import { useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/shell.tsx";
import { isOpenTo, mainPlaces, type Place } from "../../ui/places.ts";
import classes from "./place-link.module.css";
import { usePlacePath } from "./use-place-path.ts";

type MainPlace = ReturnType<typeof mainPlaces>[number];

const ICONS: Readonly<Record<MainPlace["to"], Icon>> = {
  "/": IconInbox,
  "/chat": IconMessages,
  "/content": IconFileText,
  "/records": IconNotebook,
  "/insights": IconChartBar,
  "/audit": IconHistory,
  "/settings": IconSettings,
};

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>;
  isCurrent: boolean;
}

/** The router marks a link whose address is open; a place is also current while a page below it is open. */
const PlaceAnchor = createLink(({ isCurrent, ...props }: AnchorProps) => (
  <a {...props} aria-current={isCurrent ? "page" : undefined} />
));

/** The main pages that the person may open. */
export function usePlaces(): MainPlace[] {
  const me = useMe();
  return mainPlaces().filter((place: Place) => isOpenTo(me, place));
}

/** A link to a main page, with the number of actions that wait. The current page is marked, also while a page below it is open. */
export function PlaceLink({ place: { to, label } }: { place: MainPlace }) {
  const current = usePlacePath();
  const counts = useQuery({ ...countsQuery, enabled: to === "/" }).data;
  const waiting = to === "/" ? (counts?.byStatus["pending"] ?? 0) : 0;
  const ShownIcon = ICONS[to];
  return (
    <PlaceAnchor
      to={to}
      className={classes.link}
      title={label}
      isCurrent={current === to}
      aria-label={waiting > 0 ? strings.placeWaiting(label, waiting) : label}
    >
      <ShownIcon size={19} aria-hidden />
      <span className={classes.label}>{label}</span>
      {waiting > 0 && <span className={classes.number}>{waiting > 999 ? "999+" : waiting}</span>}
    </PlaceAnchor>
  );
}
