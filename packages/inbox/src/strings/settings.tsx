import { catalogue } from "./catalogue.ts";

export const strings = catalogue("settings", {
  title: "Settings",
  all: "All settings",
  search: "Search settings",
  noneMatches: "No settings match.",
});
