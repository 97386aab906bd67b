import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "@countersign/protocol";
import { questionsConnector } from "../../src/tools/connectors/questions/ask-person.ts";
import { need } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { call, ERAS, openMcpServer, outcomeOf } from "./support.ts";

const FORM = {
  type: "object",
  properties: { size: { type: "string", title: "Size", enum: ["S", "M"] }, gift: { type: "boolean", title: "A gift?" } },
  required: ["size"],
};

let server: Awaited<ReturnType<typeof openMcpServer>>;
let key: string;
let keyInClient: string;
beforeAll(async () => {
  server = await openMcpServer({ connectors: [questionsConnector] });
  key = (await server.makeKey(server.gate, "agent")).key;
  const asking = await server.makeKey(server.gate, "agent");
  need(await server.gate.engine.agents.change(server.gate.people.admin, asking.id, { inClient: true, confirm: true }));
  keyInClient = asking.key;
});
afterAll(() => server.close());

/** The newest waiting question. */
const waiting = (question: string) =>
  until(
    async () =>
      need(await server.gate.engine.actions.list(server.gate.people.viewer, { status: ["pending"], limit: 50 })).items,
    (items) => items.some(({ toolInput }) => toolInput["question"] === question),
  ).then((items) => items.find(({ toolInput }) => toolInput["question"] === question)!.id);

describe.each(ERAS)("a question of a client of %s", (era) => {
  const withDialog = (given: (params: JsonObject) => JsonObject, info = { name: "test", version: "1" }) =>
    server.connect(
      keyInClient,
      era,
      info,
      (client) =>
        client.setRequestHandler("elicitation/create", (async ({ params }: { params: JsonObject }) => given(params)) as never),
      { elicitation: { form: {} } },
    );

  test("G45 is held until a person answers it in the inbox, and returns the answer", async () => {
    const client = await server.connect(key, era);
    const question = `Which size? ${era}`;
    const asked = call(client, "ask_person", { question, form: FORM });
    const id = await waiting(question);
    const how = { channel: "inbox", userEdits: { answer: { size: "M" } } };
    need(await server.gate.engine.decisions.approve(server.gate.people.approver, id, how));
    expect(outcomeOf(await asked)).toMatchObject({ status: "executed", result: { size: "M" } });
  });

  test("G45 is asked with its own form where the person at the client may answer, and that answer counts", async () => {
    const shown: JsonObject[] = [];
    const client = await withDialog((params) => {
      shown.push(params);
      return { action: "accept", content: { size: "S", gift: true } };
    });
    const question = `At the client? ${era}`;
    expect(outcomeOf(await call(client, "ask_person", { question, context: "Two are left", form: FORM }))).toMatchObject({
      status: "executed",
      result: { size: "S", gift: true },
    });
    expect(shown).toMatchObject([{ message: `The agent asks:\n\n${question}\n\nTwo are left`, requestedSchema: FORM }]);
  });

  test("G45 an answer that the form does not allow, or a verdict without an answer, leaves it in the inbox", async () => {
    const given = [{ size: "XL" }, { decision: "approve" }, {}];
    for (const [n, content] of given.entries()) {
      let isAnswered = false;
      const client = await withDialog(() => {
        isAnswered = true;
        return { action: "accept", content };
      });
      const question = `Really? ${era} ${n}`;
      const asked = call(client, "ask_person", { question, form: FORM });
      const id = await waiting(question);
      const how = { channel: "inbox", userEdits: { answer: { size: "M" } } };
      await until(() => isAnswered);
      // Long enough for the dialog's answer to arrive, which is refused; a slow machine makes this prove less, never fail.
      await pause(300);
      expect(need(await server.gate.engine.actions.get(server.gate.people.viewer, id)).status).toBe("pending");
      need(await server.gate.engine.decisions.approve(server.gate.people.approver, id, how));
      expect(outcomeOf(await asked)).toMatchObject({ status: "executed", result: { size: "M" } });
    }
  });

  test("a declined dialog declines to answer", async () => {
    const client = await withDialog(() => ({ action: "decline" }));
    const answer = await call(client, "ask_person", { question: `No? ${era}`, form: FORM });
    expect(outcomeOf(answer)).toMatchObject({ status: "rejected", message: expect.stringMatching(/declined to answer/) });
  });
});
