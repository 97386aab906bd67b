import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followChanges } from "../../src/tools/follow-changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Reads of the version and of the state that wait until they are released. */
function openFollower() {
  const steps: string[] = [];
  const release: Record<string, () => void> = {};
  const step = (name: string): Promise<void> => {
    steps.push(name);
    return new Promise((resolve) => (release[name] = resolve));
  };
  const follower = followChanges({
    what: "things",
    apply: () => step("apply"),
    release: async () => undefined,
    versionsOf: async () => {
      await step("versions");
      return new Map();
    },
    onChange: () => () => undefined,
    log: () => undefined,
  });
  return { follower, steps, release };
}

test.each(["versions", "apply"])("whoever is stopped while it begins, at %s, ends, and looks no more", async (at) => {
  const { follower, steps, release } = openFollower();
  const serving = follower.serve("ws");
  if (at === "apply") {
    release["versions"]?.();
    await vi.waitFor(() => expect(steps).toContain("apply"));
  }
  let hasStopped = false;
  const stopping = follower.stop().then(() => (hasStopped = true));
  await Promise.resolve();
  expect(hasStopped).toBe(false);
  release[at]?.();
  await Promise.all([stopping, serving]);
  expect(steps).toEqual(at === "apply" ? ["versions", "apply"] : ["versions"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a workspace that is left while it begins is not followed", async () => {
  const { follower, release, steps } = openFollower();
  const serving = follower.serve("ws");
  release["versions"]?.();
  await vi.waitFor(() => expect(steps).toContain("apply"));
  const leaving = follower.leave("ws");
  release["apply"]?.();
  await Promise.all([serving, leaving]);
  expect(vi.getTimerCount()).toBe(0);
});
