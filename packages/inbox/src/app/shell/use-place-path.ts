import { useLocation } from "@tanstack/react-router";
import { MAIN_PLACES, SETTING_GROUPS } from "../../ui/places.ts";

type MainPath = (typeof MAIN_PLACES)[number]["to"];

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** Address of the main page that the navigation marks as current; a page below it counts as that one. */
export const usePlacePath = (): MainPath | undefined => useLocation({ select: ({ pathname }) => placePathOf(pathname) });

function placePathOf(path: string): MainPath | undefined {
  const isSetting = SETTING_GROUPS.some(({ places }) => places.some(({ to }) => isWithin(path, to)));
  if (isSetting) return "/settings";
  if (/^\/actions\/[^/]+\/evidence$/.test(path)) return "/audit";
  if (path === "/" || ["/actions", "/checkpoints", "/sessions"].some((place) => isWithin(path, place))) return "/";
  return MAIN_PLACES.map(({ to }) => to).find((to) => to !== "/" && isWithin(path, to));
}
