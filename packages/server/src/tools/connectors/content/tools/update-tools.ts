import { isJsonObject, type ElementKind, type JsonObject } from "@countersign/protocol";
import type { ServerTool } from "../../../../ports/tool.ts";
import { carryOver } from "../change/carry-over.ts";
import { describePlan, titleOf } from "../change/describe-plan.ts";
import { hasDrafts, planChange, planRestore, type Plan } from "../change/plan-change.ts";
import type { ElementWrite } from "../content-source.ts";
import { idOf, integer } from "./input.ts";
import { writeTool, type ContentToolOptions, type WriteTool } from "./tool-parts.ts";

interface UpdateTool {
  kind: ElementKind;
  name: string;
  title: string;
  description: string;
  /** Input key of the fields. */
  key: "fields" | "metadata";
  group: string;
  gated: boolean;
}

const UPDATES: readonly UpdateTool[] = [
  {
    kind: "object",
    name: "propose_data_object_update",
    title: "Propose an update of a data object",
    description: "Proposes new values for fields of data objects. Nothing is written before a person approves it.",
    key: "fields",
    group: "data-objects-write",
    gated: true,
  },
  {
    kind: "object",
    name: "update_data_object",
    title: "Update a data object",
    description: "Writes new values of fields of one data object at once, without approval.",
    key: "fields",
    group: "data-objects-direct-write",
    gated: false,
  },
  {
    kind: "asset",
    name: "propose_asset_metadata_update",
    title: "Propose an update of an asset's metadata",
    description:
      "Proposes new metadata, such as title and alt text, for assets. Nothing is written before a person approves it.",
    key: "metadata",
    group: "assets-write",
    gated: true,
  },
  {
    kind: "asset",
    name: "update_asset",
    title: "Update an asset's metadata",
    description: "Writes new metadata of one asset at once, without approval.",
    key: "metadata",
    group: "assets-direct-write",
    gated: false,
  },
  {
    kind: "document",
    name: "propose_document_update",
    title: "Propose an update of a document",
    description:
      "Proposes new fields or blocks for pages, snippets and e-mails. A list of blocks is replaced whole; keep the ids of blocks that stay. Nothing is written before a person approves it.",
    key: "fields",
    group: "documents-write",
    gated: true,
  },
  {
    kind: "document",
    name: "update_document",
    title: "Update a document",
    description: "Writes new fields or blocks of one document at once, without approval.",
    key: "fields",
    group: "documents-direct-write",
    gated: false,
  },
];

export const updateTools = (options: ContentToolOptions): ServerTool[] =>
  UPDATES.map((update) => writeTool(options, updateTool(options, update)));

function updateTool({ source }: ContentToolOptions, update: UpdateTool): WriteTool {
  const { kind, name, title, description, key, group, gated } = update;
  const hasRevisions = source.findRevision !== undefined;
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: schemaOf(update, hasRevisions),
      group,
      risk: 2,
      protectedKeys: ["id"],
      ...(gated && { batchKey: "proposals" }),
    },
    gated,
    carryOver: (input, then, now) => carryOver(key, input, then, now),
    async plan(input, look) {
      const ref = { kind, id: idOf(input) };
      if ("restoreRevision" in input) return planRestore(source, ref, integer(input, "restoreRevision"), look);
      const set = input[key];
      const publish = input["publish"];
      const change = { set: isJsonObject(set) ? set : {}, ...(typeof publish === "boolean" && { publish }) };
      return planChange(source, ref, change, { set: `/${key}` }, look);
    },
    describe: (plan, input, look) => {
      const verb = "restoreRevision" in input ? `Restore revision ${integer(input, "restoreRevision")} of` : "Change";
      return describePlan(source, plan, look, { title: titleOf(verb, plan) });
    },
    write: (plan, input, context) =>
      source.write(
        { ...writeOf(plan), ...("restoreRevision" in input && { restores: integer(input, "restoreRevision") }) },
        context,
      ),
  };
}

export function writeOf({ kind, element, next, changed, publish }: Plan): ElementWrite {
  if (!element) throw new Error("there is no element to write");
  return { kind, id: element.id, version: element.version, next, changed, ...(publish !== undefined && { publish }) };
}

function schemaOf({ kind, key }: UpdateTool, hasRevisions: boolean): JsonObject {
  const schemaTool = kind === "object" ? "get_data_object_schema" : `get_${kind}_schema`;
  const fields = {
    type: "object",
    minProperties: 1,
    description: `Only the changed fields, by name; null clears a field. Localised fields by language. \`${schemaTool}\` lists the fields`,
  };
  return {
    type: "object",
    properties: {
      id: { type: "string", description: "Id of the element, from a list or a search", minLength: 1, maxLength: 100 },
      [key]: fields,
      ...(hasDrafts(kind) && { publish: { type: "boolean", description: "Default: saved as a draft" } }),
      ...(hasRevisions && {
        restoreRevision: { type: "integer", minimum: 1, description: `Instead of \`${key}\`: restore this revision` },
      }),
    },
    required: ["id"],
    // At least one of these. `restoreRevision` takes precedence: beside it, the others are ignored.
    anyOf: [
      { required: [key] },
      ...(hasDrafts(kind) ? [{ required: ["publish"] }] : []),
      ...(hasRevisions ? [{ required: ["restoreRevision"], properties: { [key]: false, publish: false } }] : []),
    ],
    additionalProperties: false,
  };
}
