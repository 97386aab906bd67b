import { expect, test } from "vitest";
import { createOpenStreams } from "../../src/transport/open-streams.ts";

const by = (id: string) => ({ kind: "agent" as const, workspaceId: "w", id });

test("G30 a credential has a number of streams, and each that ends makes room for one", () => {
  const streams = createOpenStreams(2);
  const [first, second, third] = [streams.enter(by("a")), streams.enter(by("a")), streams.enter(by("a"))];
  expect([first.ok, second.ok, third.ok, streams.enter(by("b")).ok]).toEqual([true, true, false, true]);
  expect(!third.ok && third.refusal.code).toBe("RATE_LIMITED");
  if (!first.ok) return;
  first.value.leave();
  first.value.leave();
  expect([streams.enter(by("a")).ok, streams.enter(by("a")).ok]).toEqual([true, false]);
});
