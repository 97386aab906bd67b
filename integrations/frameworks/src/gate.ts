import type { ActionSummary, JsonObject } from "@countersign/sdk";
import { openRealGate } from "../../../packages/sdk/test/support/real-gate.ts";

export type Gate = Awaited<ReturnType<typeof openGate>>;

/** The real server on the embedded database, with a lease short enough for tests to wait for, and a user who decides. */
export async function openGate() {
  process.env["DATABASE_URL"] = "";
  const gate = await openRealGate({ leaseSeconds: 2 });
  const client = gate.countersign({ onError: () => {} });

  const listOf = async (prefix: string): Promise<ActionSummary[]> =>
    (await client.list({ toolName: `${prefix}transfer`, limit: 200 })).items.toReversed();

  return {
    ...gate,
    client,
    listOf,
    /** Waits until exactly `count` actions of the tools with this prefix are pending; returns them oldest first. */
    untilPending: (prefix: string, count: number): Promise<ActionSummary[]> =>
      until(async () => {
        const pending = (await listOf(prefix)).filter(({ status }) => status === "pending");
        return pending.length === count ? pending : undefined;
      }),
    /** Returns false if the decision is refused. */
    tryDecide: async (verdict: "approve" | "reject", id: string, body: JsonObject = {}): Promise<boolean> => {
      try {
        await gate.decide(verdict, id, body);
        return true;
      } catch {
        return false;
      }
    },
  };
}

export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("What was waited for did not come in half a minute.");
}
