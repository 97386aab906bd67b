import { ELEMENT_KINDS, type ElementKind, type JsonObject } from "@countersign/protocol";
import type { ServerTool } from "../../../../ports/tool.ts";
import { referencesIn } from "../change/describe-plan.ts";
import { findElement, NAMES } from "../change/plan-change.ts";
import type { ContentSource, ElementFilter, Look } from "../content-source.ts";
import { typeSchema } from "../fields/adapters.ts";
import { idOf, integer, oneOf, string } from "./input.ts";
import { lookOf, type ContentToolOptions } from "./tool-parts.ts";

const WORDS: readonly { kind: ElementKind; one: string; many: string; group: string }[] = [
  { kind: "object", one: "data_object", many: "data_objects", group: "data-objects" },
  { kind: "asset", one: "asset", many: "assets", group: "assets" },
  { kind: "document", one: "document", many: "documents", group: "documents" },
  { kind: "tag", one: "tag", many: "tags", group: "tags" },
  { kind: "template", one: "template", many: "templates", group: "templates" },
];
const MAX_LISTED = 100;
const LIMIT = { type: "integer", minimum: 1, maximum: MAX_LISTED, description: "Default 50" };
const FILTERS = {
  folder: { type: "string", description: "In this folder and below", maxLength: 500 },
  type: { type: "string", description: "Only elements of this type", maxLength: 200 },
  tag: { type: "string", description: "Id of a tag, including the tags below it", maxLength: 100 },
  q: { type: "string", description: "Text in paths and fields", maxLength: 200 },
  limit: LIMIT,
  cursor: { type: "string", description: "`nextCursor` of the previous page", maxLength: 1000 },
};

/** Tools that change nothing and run without approval. They show only what the agent may view. */
export const readTools = (options: ContentToolOptions): ServerTool[] => [
  ...WORDS.flatMap(({ kind, one, many, group }) => [
    read(options, group, {
      name: `get_${one}`,
      title: `Read a ${NAMES[kind]}`,
      description: `Reads one ${NAMES[kind]} with its fields, tags, path and revision.`,
      properties: { id: { type: "string", description: "Id of the element", minLength: 1, maxLength: 100 } },
      required: ["id"],
      run: async (input, look) => {
        const element = await findElement(options.source, { kind, id: idOf(input) }, look);
        const type = (await options.source.types(look)).find((each) => each.kind === kind && each.name === element.type);
        const references = await referencesIn(options.source, [element], type?.fields ?? [], look);
        return JSON.parse(JSON.stringify({ ...element, references })) as JsonObject;
      },
    }),
    read(options, group, {
      name: `list_${many}`,
      title: `List ${NAMES[kind]}s`,
      description: `Lists ${NAMES[kind]}s by path, with their ids.`,
      properties: FILTERS,
      required: [],
      run: (input, look) => list(options.source, kind, input, look),
    }),
    read(options, group, {
      name: `get_${one}_schema`,
      title: `Read the fields of ${NAMES[kind]}s`,
      description: `The types of ${NAMES[kind]}s, each with the JSON Schema of its fields.`,
      properties: { type: FILTERS.type },
      required: [],
      run: async (input, look) => {
        const types = (await options.source.types(look)).filter((type) => type.kind === kind);
        return {
          types: types
            .filter(({ name }) => input["type"] === undefined || name === input["type"])
            .map(({ name, title, fields, languages }) => ({ name, title, languages, schema: typeSchema(fields, languages) })),
        };
      },
    }),
  ]),
  read(options, "search", {
    name: "search_content",
    title: "Search the content",
    description: "Looks for text in the paths and fields of elements of one kind.",
    properties: { ...FILTERS, kind: { enum: [...ELEMENT_KINDS] } },
    required: ["kind", "q"],
    run: (input, look) => list(options.source, oneOf(input, "kind", ELEMENT_KINDS), input, look),
  }),
];

interface ReadTool {
  name: string;
  title: string;
  description: string;
  properties: JsonObject;
  required: string[];
  run(input: JsonObject, look: Look): Promise<JsonObject>;
}

function read({ prefix, group }: ContentToolOptions, subgroup: string, tool: ReadTool): ServerTool {
  const { name, title, description, properties, required, run } = tool;
  return {
    definition: {
      name: `${prefix}${name}`,
      title,
      description,
      inputSchema: { type: "object", properties, required, additionalProperties: false },
      group: `${group}-${subgroup}`,
      effect: "idempotent",
      risk: 0,
    },
    approval: "never",
    describe: () => Promise.resolve({ preview: { title } }),
    execute: (input, { workspaceId, proposedBy }) => run(input, lookOf({ workspaceId, ...(proposedBy && { by: proposedBy }) })),
  };
}

async function list(source: ContentSource, kind: ElementKind, input: JsonObject, look: Look): Promise<JsonObject> {
  const given = (key: "folder" | "type" | "tag" | "q" | "cursor") =>
    input[key] === undefined ? {} : { [key]: string(input, key) };
  const limit = input["limit"] === undefined ? 50 : Math.min(MAX_LISTED, integer(input, "limit"));
  const filter: ElementFilter = {
    kind,
    limit,
    ...given("folder"),
    ...given("type"),
    ...given("tag"),
    ...given("q"),
    ...given("cursor"),
  };
  return JSON.parse(JSON.stringify(await source.list(filter, look))) as JsonObject;
}
