import { z } from "zod";
import type { JsonObject } from "@countersign/protocol";
import type { Connector } from "../connector.ts";
import { recordReadTools, type Records } from "./read-records.ts";
import { saveTool } from "./save-tool.ts";

const clean = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !text.includes("\0") && !/\p{Surrogate}/u.test(text), "must be text without U+0000");
const filled = (most: number) => clean(most).refine((text) => /\S/.test(text), "must not be blank");
const title = filled(300);
const texts = z.array(clean(500)).max(100);
const workspaceId = { workspace_id: z.string().max(200).optional().describe("This workspace; can be omitted") };
const unit = z.number().min(0).max(1);

const insights = z.strictObject({
  ...workspaceId,
  insights: z
    .array(
      z.strictObject({
        title,
        description: clean(20_000),
        evidence: texts.optional().describe("Quotations or addresses as evidence"),
        confidence: unit.optional().describe("From 0 to 1"),
        tags: texts.optional(),
      }),
    )
    .min(1)
    .max(200),
  summary: clean(20_000).optional(),
});

const recommendation = {
  title,
  description: clean(20_000),
  rationale: clean(20_000).optional(),
  addresses_insight_ids: texts.optional(),
  effort_estimate: clean(100).optional(),
  effort_weeks: z.number().min(0).max(1000).optional(),
  impact_score: unit.optional().describe("From 0 to 1"),
  success_metrics: texts.optional(),
};

const recommendations = z.strictObject({
  ...workspaceId,
  recommendations: z.array(z.strictObject(recommendation)).min(1).max(200),
  prioritization_rationale: clean(20_000).optional(),
});

const document = z.strictObject({
  ...workspaceId,
  title,
  document_type: clean(100).optional().describe("Such as `prd` or `spec`"),
  content: filled(500_000).describe("Markdown"),
});

const count = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;
/** Drops undefined fields. */
const given = (item: object): JsonObject => JSON.parse(JSON.stringify(item)) as JsonObject;

const saveInsights = saveTool<z.output<typeof insights>>({
  definition: {
    name: "save_insights",
    title: "Save insights",
    description: "Saves synthesised insights to the workspace, where its members read them.",
    risk: 1,
  },
  kind: "insight",
  input: insights,
  preview: ({ insights: items, summary }) => ({
    title: `Save ${count(items.length, "insight")}`,
    count: items.length,
    ...(summary !== undefined && { insights_summary: summary }),
    items: items.map(given),
  }),
  records: ({ insights: items, summary }) =>
    items.map((item) => ({ title: item.title, data: given({ ...item, insights_summary: summary }) })),
});

const saveRecommendations = saveTool<z.output<typeof recommendations>>({
  definition: {
    name: "save_recommendations",
    title: "Save recommendations",
    description: "Saves recommendations with effort and impact to the workspace, where its members read them.",
    risk: 1,
  },
  kind: "recommendation",
  input: recommendations,
  preview: ({ recommendations: items, prioritization_rationale = "" }) => ({
    title: `Save ${count(items.length, "recommendation")}`,
    count: items.length,
    prioritization_rationale,
    items: items.map((item) => given({ ...item, rationale: item.rationale ?? "" })),
  }),
  records: ({ recommendations: items, prioritization_rationale }) =>
    items.map((item) => ({ title: item.title, data: given({ ...item, prioritization_rationale }) })),
});

const oneRecommendation = z.strictObject({ ...workspaceId, ...recommendation });

/** Takes a list, too: each recommendation then is an action of its own. */
const saveRecommendation = saveTool<z.output<typeof oneRecommendation>>({
  definition: {
    name: "save_recommendation",
    title: "Save a recommendation",
    description:
      "Saves a recommendation with effort and impact to the workspace. A person decides on each entry of `recommendations` separately.",
    risk: 1,
    batchKey: "recommendations",
  },
  kind: "recommendation",
  input: oneRecommendation,
  preview: ({ workspace_id: _own, ...item }) => ({
    title: `Save the recommendation “${item.title}”`,
    count: 1,
    items: [given({ ...item, rationale: item.rationale ?? "" })],
  }),
  records: ({ workspace_id: _own, ...item }) => [{ title: item.title, data: given(item) }],
});

const saveDocument = saveTool<z.output<typeof document>>({
  definition: {
    name: "save_document",
    title: "Save a document",
    description: "Saves a drafted document, such as a specification, to the workspace, where its members read it.",
    risk: 1,
  },
  kind: "document",
  input: document,
  preview: ({ workspace_id: _own, ...item }) => ({
    title: `Save the document “${item.title}”`,
    count: 1,
    items: [given(item)],
  }),
  records: ({ workspace_id: _own, ...item }) => [{ title: item.title, data: given(item) }],
});

/** Saves records in the workspace itself, without any service, and reads them from `records`. */
export const createWorkspaceConnector = (records: Records): Connector<Record<string, never>, Record<string, never>> => ({
  name: "workspace",
  title: "Workspace",
  credentials: z.strictObject({}),
  settings: z.strictObject({}),
  tools: (connection) => [
    ...recordReadTools(connection, records),
    saveInsights,
    saveRecommendations,
    saveRecommendation,
    saveDocument,
  ],
  test: () => Promise.resolve({ ok: true, as: "this workspace; no external service" }),
});
