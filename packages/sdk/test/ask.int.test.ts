import type { ActionPage, JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { openRealGate } from "./support/real-gate.ts";

let gate: Awaited<ReturnType<typeof openRealGate>>;

beforeAll(async () => {
  gate = await openRealGate();
});
afterAll(async () => gate?.close());

/** Answers the one question of this mission as soon as it waits. */
async function answer(missionId: string, given: JsonObject): Promise<JsonObject> {
  const id = await vi.waitFor(
    async () => {
      const { items } = await gate.ask<ActionPage>(`pending-actions?missionId=${missionId}&status=pending`);
      expect(items).toHaveLength(1);
      return items[0]!.id;
    },
    { timeout: 100_000 },
  );
  const { toolInput } = await gate.decide("approve", id, { userEdits: { answer: given } });
  return toolInput;
}

test("G45 a question without a form is answered by one text", async () => {
  const asking = gate
    .countersign()
    .ask({ question: "Which city?", context: "For the invoice", topic: "billing" }, { wait: "100s", missionId: "ask-text" });
  await answer("ask-text", { answer: "Lisbon" });
  expect(await asking).toMatchObject({ status: "executed", answer: "Lisbon", result: { answer: "Lisbon" } });
});

test("G45 the answer to a form is typed and validated by the schema that describes it", async () => {
  const form = z.object({
    size: z.enum(["S", "M"]).describe("Of the shirt"),
    count: z.int().min(1).max(9),
    extras: z.array(z.enum(["box", "card"])).optional(),
    gift: z.boolean(),
    to: z.email(),
    on: z.iso.date().transform((day) => new Date(`${day}T00:00:00Z`)),
  });
  const asking = gate.countersign().ask({ question: "Which shirt?", form }, { wait: "100s", missionId: "ask-form" });
  const shown = await answer("ask-form", { size: "M", count: 2, gift: true, to: "ada@example.com", on: "2026-12-24" });
  expect(shown["form"]).toMatchObject({
    properties: { size: { enum: ["S", "M"], description: "Of the shirt" }, to: { type: "string", format: "email" } },
    required: ["size", "count", "gift", "to", "on"],
  });
  const told = await asking;
  expect(told.answer).toEqual({ size: "M", count: 2, gift: true, to: "ada@example.com", on: new Date("2026-12-24T00:00:00Z") });
});

test("a question nobody has answered comes back with its id, and a form that cannot be shown names the place", async () => {
  const waiting = await gate.countersign().ask({ question: "Anybody there?" });
  expect(waiting).toMatchObject({
    status: "queued",
    message: expect.stringMatching(/is waiting for a person's answer/) as string,
  });
  expect(waiting.answer).toBeUndefined();
  const nested = z.object({ inner: z.object({ deep: z.string() }) });
  await expect(gate.countersign().ask({ question: "Nested?", form: nested })).rejects.toMatchObject({
    errors: [{ path: "/toolInput/form/properties/inner/type", message: "must be string, number, integer, boolean or array" }],
  });
});
