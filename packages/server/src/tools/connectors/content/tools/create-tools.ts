import { elementPath, isJsonObject, type JsonObject } from "@countersign/protocol";
import { ToolFailure, type ServerTool } from "../../../../ports/tool.ts";
import { describePlan, titleOf } from "../change/describe-plan.ts";
import { planCreation, type Creation } from "../change/plan-change.ts";
import { oneOf, string, strings } from "./input.ts";
import { writeTool, type ContentToolOptions, type WriteTool } from "./tool-parts.ts";

const MAX_BYTES = 700_000;
const PATH = {
  type: "string",
  description: "Path of the new element, such as /products/chairs/oslo",
  minLength: 2,
  maxLength: 500,
};
const FIELDS = { type: "object", description: "Values of the fields, by name" };
const TAGS = { type: "array", items: { type: "string" }, maxItems: 100, uniqueItems: true, description: "Ids of tags" };

export function createTools(options: ContentToolOptions): ServerTool[] {
  const { source } = options;
  const tool = (
    definition: Omit<WriteTool["definition"], "risk" | "protectedKeys">,
    creationOf: (input: JsonObject) => Omit<Creation, "path" | "set" | "tags">,
  ) =>
    writeTool(options, {
      definition: { ...definition, risk: 2, protectedKeys: ["path"], batchKey: "proposals" },
      gated: true,
      plan: (input, look) => planCreation(source, { ...partsOf(input), ...creationOf(input) }, PLACES, look),
      describe: (plan, _input, look) => describePlan(source, plan, look, { title: titleOf("Create", plan) }),
      write: ({ kind, type, path, next, publish }, _input, context) =>
        source.create({ kind, type: type.name, path, next, ...(publish !== undefined && { publish }) }, context),
    });

  return [
    tool(
      {
        name: "create_data_object",
        title: "Create a data object",
        description:
          "Proposes new data objects of a class. `get_data_object_schema` lists the classes. Nothing is written before a person approves it.",
        inputSchema: schema({
          type: { type: "string", description: "Class of the data object" },
          path: PATH,
          fields: FIELDS,
          tags: TAGS,
        }),
        group: "data-objects-write",
      },
      (input) => ({ kind: "object", type: string(input, "type") }),
    ),
    tool(
      {
        name: "create_document",
        title: "Create a document",
        description: "Proposes new pages, snippets or e-mails, as drafts. Nothing is written before a person approves it.",
        inputSchema: schema({ type: { enum: ["page", "snippet", "email"] }, path: PATH, fields: FIELDS, tags: TAGS }),
        group: "documents-write",
      },
      (input) => ({ kind: "document", type: oneOf(input, "type", ["page", "snippet", "email"]) }),
    ),
    tool(
      {
        name: "create_tag",
        title: "Create a tag",
        description: "Proposes new tags; the path determines the parent tag. Nothing is written before a person approves it.",
        inputSchema: schema({ path: PATH, fields: FIELDS }, ["path"]),
        group: "tags-write",
      },
      () => ({ kind: "tag", type: "tag" }),
    ),
    uploadTool(options),
  ];
}

const PLACES = { set: "/fields", tags: "/tags" };

const schema = (properties: JsonObject, required = ["type", "path"]): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

function partsOf(input: JsonObject, key = "fields"): Pick<Creation, "path" | "set" | "tags"> {
  const set = input[key];
  return { path: pathOf(input), set: isJsonObject(set) ? set : {}, tags: strings(input, "tags") };
}

function pathOf(input: JsonObject): string {
  const read = elementPath.safeParse(input["path"]);
  if (!read.success) throw new ToolFailure("invalid", read.error.issues[0]?.message ?? "is not a path", "/path");
  return read.data;
}

/** Takes small files only, because the bytes travel in the call. People upload larger files on the page. */
const uploadTool = (options: ContentToolOptions): ServerTool => {
  const { source } = options;
  return writeTool(options, {
    definition: {
      name: "upload_asset",
      title: "Upload an asset",
      description: `Stores a new file of at most ${MAX_BYTES / 1000} kB at once, without approval.`,
      inputSchema: schema(
        {
          path: { ...PATH, description: "Path of the new asset, such as /pictures/oslo.png" },
          mediaType: { type: "string", description: "Such as image/png", maxLength: 100 },
          base64: { type: "string", description: "Content of the file", minLength: 1, maxLength: 960_000 },
          metadata: { type: "object", description: "Values of the fields, by name" },
          tags: TAGS,
        },
        ["path", "mediaType", "base64"],
      ),
      group: "assets-direct-write",
      risk: 3,
      protectedKeys: ["path"],
    },
    gated: false,
    async plan(input, look) {
      readFile(input);
      const places = { set: "/metadata", tags: "/tags" };
      return planCreation(source, { ...partsOf(input, "metadata"), kind: "asset", type: "asset" }, places, look);
    },
    describe: (plan, input, look) => {
      const { bytes, mediaType } = readFile(input);
      const summary = `${mediaType}, ${bytes.length} bytes`;
      return describePlan(source, plan, look, { title: titleOf("Upload", plan), summary });
    },
    write: ({ kind, type, path, next }, input, context) =>
      source.create({ kind, type: type.name, path, next, file: readFile(input) }, context),
  });
};

function readFile(input: JsonObject): { bytes: Buffer; mediaType: string } {
  const mediaType = string(input, "mediaType");
  if (!/^[a-z]+\/[a-z0-9.+-]+$/.test(mediaType)) throw new ToolFailure("invalid", "must be such as image/png", "/mediaType");
  const base64 = string(input, "base64");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("base64") !== base64) throw new ToolFailure("invalid", "must be base64 with its padding", "/base64");
  if (bytes.length > MAX_BYTES) throw new ToolFailure("invalid", `must be at most ${MAX_BYTES} bytes`, "/base64");
  return { bytes, mediaType };
}
