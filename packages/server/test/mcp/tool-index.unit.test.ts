import type { JsonObject } from "@countersign/protocol";
import { expect, test } from "vitest";
import { createToolIndex } from "../../src/mcp/tool-index.ts";

const tool = (name: string, description: string, properties: JsonObject = {}): JsonObject => ({
  name,
  description,
  inputSchema: { type: "object", properties },
});
const viewOf = (listed: JsonObject[]) => ({ listed, text: JSON.stringify(listed) });
const TOOLS = viewOf([
  tool("billing_refundInvoice", "Gives money back", { invoiceNumber: {} }),
  tool("billing_list_invoices", "Lists what customers owe"),
  tool("crm_find_customer", "Finds a customer by e-mail address", { email: {} }),
  tool("wetter_vorhersage", "Sagt das Wetter für die nächsten Tage voraus"),
]);

test.each([
  ["refund an invoice", "billing_refundInvoice"],
  ["REFUND", "billing_refundInvoice"],
  ["billing_refundInvoice", "billing_refundInvoice"],
  ["list invoices", "billing_list_invoices"],
  ["custmer", "crm_find_customer"],
  ["mail", "crm_find_customer"],
  ["invoice number", "billing_refundInvoice"],
  ["nächste", "wetter_vorhersage"],
])("%s finds %s first", async (query, name) => {
  expect((await createToolIndex().search(TOOLS, query))[0]).toBe(name);
});

test.each(["", " ", "!?", "zzzzz", "\u0000", "__proto__ constructor", '"OR"', "x".repeat(200)])(
  "%j finds nothing and is no fault",
  async (query) => {
    expect(await createToolIndex().search(TOOLS, query)).toEqual([]);
  },
);

test("names and texts that are properties of every object are found like others", async () => {
  const odd = viewOf([tool("constructor", "hasOwnProperty"), tool("toString", "__proto__")]);
  const index = createToolIndex();
  expect(await index.search(odd, "constructor")).toEqual(["constructor"]);
  expect(await index.search(odd, "proto")).toEqual(["toString"]);
});

test("the same tools are indexed once; changed ones anew", async () => {
  const index = createToolIndex();
  await index.search(TOOLS, "refund");
  const again = {
    text: TOOLS.text,
    get listed(): JsonObject[] {
      throw new Error("indexed again");
    },
  };
  expect(await index.search(again, "refund")).toEqual(["billing_refundInvoice"]);
  const changed = viewOf([tool("billing_refundInvoice", "Writes off a debt")]);
  expect(await index.search(changed, "debt")).toEqual(["billing_refundInvoice"]);
  expect(await index.search(changed, "money")).toEqual([]);
  expect(await index.search(TOOLS, "money")).toEqual(["billing_refundInvoice"]);
});

test("indexes that were not used for long are dropped, and built again", async () => {
  const index = createToolIndex();
  for (let n = 0; n < 40; n += 1) {
    const view = viewOf([tool(`tool_${n}`, "anything")]);
    expect(await index.search(view, "anything")).toEqual([`tool_${n}`]);
  }
  expect(await index.search(TOOLS, "refund")).toEqual(["billing_refundInvoice"]);
});
