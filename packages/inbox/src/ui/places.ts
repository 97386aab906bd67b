import type { Me } from "@countersign/protocol";
import type { LinkProps } from "@tanstack/react-router";
import { strings } from "../strings/ui.tsx";

interface KnownPlace {
  to: NonNullable<LinkProps["to"]>;
  name: keyof typeof strings.places;
  /** The page exists only where the server runs this feature. */
  feature?: string;
  /** Only administrators may open it. */
  isForAdmins?: boolean;
}

/** A page of the inbox that navigation leads to. */
export interface Place extends KnownPlace {
  label: string;
  /** What a person finds there; searched too. */
  about: string;
}

export interface PlaceGroup {
  label: string;
  places: readonly Place[];
}

/** Pages that the side bar names one by one; the inbox is the first. */
export const MAIN_PLACES = [
  { to: "/", name: "inbox" },
  { to: "/chat", name: "chat", feature: "chat" },
  { to: "/content", name: "content", feature: "content" },
  { to: "/records", name: "records" },
  { to: "/insights", name: "insights" },
  { to: "/audit", name: "audit" },
  { to: "/settings", name: "settings" },
] as const satisfies readonly KnownPlace[];

const admin = { isForAdmins: true } as const;

interface KnownGroup {
  name: keyof typeof strings.placeGroups;
  places: readonly KnownPlace[];
}

/** Pages of settings, in the groups that the settings page shows. */
export const SETTING_GROUPS: readonly KnownGroup[] = [
  {
    name: "you",
    places: [
      { to: "/account", name: "account" },
      { to: "/notifications", name: "ownNotifications", feature: "notifications" },
      { to: "/stand-ins", name: "delegates" },
      { to: "/tokens", name: "tokens" },
      { to: "/command-line", name: "commandLine" },
    ],
  },
  {
    name: "tools",
    places: [
      { ...admin, to: "/admin/tools", name: "tools" },
      { ...admin, to: "/admin/groups", name: "groups" },
      { ...admin, to: "/admin/studio", name: "studio", feature: "studio" },
      { ...admin, to: "/admin/try", name: "tryIt" },
    ],
  },
  {
    name: "agents",
    places: [
      { ...admin, to: "/admin/agents", name: "agents" },
      { ...admin, to: "/admin/keys", name: "keys" },
    ],
  },
  { name: "people", places: [{ ...admin, to: "/admin/people", name: "people" }] },
  {
    name: "policies",
    places: [
      { ...admin, to: "/admin/grants", name: "grants" },
      { to: "/safety", name: "safety" },
    ],
  },
  {
    name: "connections",
    places: [
      { ...admin, to: "/admin/upstreams", name: "servers" },
      { ...admin, to: "/admin/connections", name: "services" },
      { ...admin, to: "/admin/notifications", name: "channels", feature: "notifications" },
    ],
  },
  {
    name: "workspace",
    places: [
      { ...admin, to: "/admin/content", name: "contentTypes", feature: "content" },
      { to: "/emergency-stop", name: "emergencyStop" },
    ],
  },
];

const inWords = <Known extends KnownPlace>(place: Known) => ({ ...place, ...strings.places[place.name] });

/** Whether the person may open the place, and the server has it. */
export const isOpenTo = (me: Me | undefined, { feature, isForAdmins }: KnownPlace): boolean =>
  (feature === undefined || (me?.features.includes(feature) ?? true)) && (!isForAdmins || me?.role === "admin");

/** The main pages with their names. */
export const mainPlaces = () => MAIN_PLACES.map(inWords);

/** The groups of settings that the person may open; those without a place are left out. */
export const openGroups = (me: Me | undefined): PlaceGroup[] =>
  SETTING_GROUPS.map(({ name, places }) => ({
    label: strings.placeGroups[name],
    places: places.filter((place) => isOpenTo(me, place)).map(inWords),
  })).filter(({ places }) => places.length > 0);

export const wordsOf = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether the text has each of these words, in lower case, somewhere. */
export const hasWords = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
};
