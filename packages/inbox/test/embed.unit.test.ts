import { expect, test } from "vitest";
import { readEmbedPath } from "../src/app/embed/read-embed-path.ts";
import { changeKind } from "../src/features/panel/change-kind.ts";
import { inboxPath } from "../src/ui/embedding.ts";

test("an address below /embed/ shows one action or one conversation, and nothing else", () => {
  expect(readEmbedPath("/embed/actions/a-1")).toEqual({ kind: "action", id: "a-1" });
  expect(readEmbedPath("/embed/sessions/chat%2F7")).toEqual({ kind: "session", id: "chat/7" });
  for (const path of ["/embed/", "/embed/actions/", "/embed/actions/a/b", "/embed/audit/a", "/embed/actions/%", "/actions/a"]) {
    expect([path, readEmbedPath(path)]).toEqual([path, undefined]);
  }
});

test("a parameter stays one part of an address", () => {
  expect(inboxPath("/actions/$id/evidence", { id: "../admin?x#y" })).toBe("/actions/..%2Fadmin%3Fx%23y/evidence");
  expect(inboxPath("/")).toBe("/");
});

test("what a proposal does to its target is told by what is there before and after", () => {
  expect(
    [
      { current: null, proposed: null },
      { current: null, proposed: {} },
      { current: {}, proposed: null },
      { current: 1, proposed: 2 },
      { current: { path: "a", content: null }, proposed: { path: "a", content: "x" } },
      { current: { path: "a", content: "x" }, proposed: { path: "a", content: null } },
      { current: { a: 1, b: null }, proposed: { a: 2, b: 3 } },
    ].map(changeKind),
  ).toEqual(["Calls", "Adds", "Removes", "Changes", "Adds", "Removes", "Changes"]);
  expect(changeKind(undefined)).toBe("–");
});
