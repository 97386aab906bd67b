import { expect, test } from "vitest";
import { findImitation } from "../../src/core/find-imitation.ts";

const taken = [
  { id: "u1", name: "Ada Lovelace" },
  { id: "k1", name: "Billing Bot" },
];

test.each([
  ["the name itself", "Ada Lovelace"],
  ["case and blanks", "ada  LOVELACE"],
  ["marks and dots", "\u00c1da-L\u00f6velace."],
  ["Cyrillic", "\u0410d\u0430 Lov\u0435lac\u0435"],
  ["Greek", "\u0391da L\u03bfvelace"],
  ["Armenian", "Ada L\u0585velace"],
  ["full width", "\uff21\uff44\uff41 \uff2c\uff4f\uff56\uff45\uff4c\uff41\uff43\uff45"],
  ["mathematical letters", "\ud835\udc00\ud835\udc1d\ud835\udc1a Lovelace"],
  ["zero width", "Ada\u200b Love\u2060lace"],
  ["right to left", "\u202eAda Lovelace\u202c"],
  ["digits", "Ada L0ve1ace"],
  ["another agent", "Bi1ling B0t"],
  ["us", "Counters\u0131gn"],
  ["a second administrator", "\u0410dministrator"],
  ["the system", "SYSTEM"],
])("G26 a name that imitates by %s is refused", (_how, name) => {
  expect(findImitation(name, taken)).toMatch(/^looks like/);
});

test.each([
  "Ada Byron",
  "Billing Bot 2",
  "Countersign demo",
  "Administration",
  "\u0410\u043d\u043d\u0430",
  "\u5f20\u4f1f",
  "\ud83d\ude80",
  "!!!",
])("%j is nobody's", (name) => {
  expect(findImitation(name, taken)).toBeUndefined();
});

test("who has a name keeps it, in any spelling", () => {
  expect(findImitation("ada lovelace", taken, "u1")).toBeUndefined();
});
