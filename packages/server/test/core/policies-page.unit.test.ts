import { readFile } from "node:fs/promises";
import {
  changeAgentSchema,
  changeGroupSchema,
  changeMemberSchema,
  changeToolsSchema,
  toolSettingsSchema,
  type JsonObject,
} from "@countersign/protocol";
import { beforeAll, expect, test } from "vitest";
import { findExpressionFault } from "../../src/core/approval-expression.ts";
import { judgeApproval } from "../../src/core/judge-approval.ts";

let page = "";
beforeAll(async () => (page = await readFile(new URL("../../../../docs/policies.md", import.meta.url), "utf8")));

const SCHEMAS = {
  "all tools": changeToolsSchema,
  tools: toolSettingsSchema,
  groups: changeGroupSchema,
  agents: changeAgentSchema,
  members: changeMemberSchema,
};

test("every expression of docs/policies.md requires approval as the page says", () => {
  const examples = [...page.matchAll(/```cel\n(.+)\n```\n\n\| args \| approval required \|\n\|[-|]+\n((?:\|.*\n)+)/g)];
  expect(examples).toHaveLength(page.split("```cel").length - 1);
  expect(examples.length).toBeGreaterThan(3);
  for (const [, approvalWhen, table] of examples) {
    expect([approvalWhen, findExpressionFault(approvalWhen!)]).toEqual([approvalWhen, undefined]);
    const rows = [...table!.matchAll(/^\| `(.*)` \| (yes|no) \|$/gm)];
    expect(rows).toHaveLength(table!.trim().split("\n").length);
    for (const [, args, asks] of rows) {
      const input = JSON.parse(args!) as JsonObject;
      const { isRequired } = judgeApproval({ approval: "when", approvalWhen: approvalWhen!, routingRules: null }, input);
      expect([approvalWhen, args, isRequired]).toEqual([approvalWhen, args, asks === "yes"]);
    }
  }
});

test("every request of docs/policies.md is one the server takes", () => {
  const requests = [...page.matchAll(/```http\nPUT \/api\/(tools|groups|agents|members)(\/[\w-]+)?\n(.+?)\n```/gs)];
  expect(requests).toHaveLength(page.split("```http").length - 1);
  for (const [, kind, name, body] of requests) {
    const given = JSON.parse(body!) as object;
    expect(SCHEMAS[(name === undefined ? `all ${kind}` : kind) as keyof typeof SCHEMAS].strict().parse(given)).toEqual(given);
  }
});
