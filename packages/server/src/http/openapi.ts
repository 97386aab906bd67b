import {
  actionPageSchema,
  actionSchema,
  actionSummarySchema,
  agentSchema,
  auditEntrySchema,
  batchResultSchema,
  claimSchema,
  countsSchema,
  ERRORS,
  groupSchema,
  keySchema,
  memberSchema,
  meSchema,
  outcomeSchema,
  previewSchema,
  principalSchema,
  problemSchema,
  timelineEntrySchema,
  toolDefinitionSchema,
  toolSchema,
  type ErrorCode,
} from "@countersign/protocol";
import { z } from "zod";
import { problemsOf } from "./problems-of.ts";
import type { ResponseSpec, Route } from "./route.ts";
import { AUDIENCES } from "./audience.ts";

/** Named schemas; each use becomes a `$ref`. */
const NAMED = {
  Action: actionSchema,
  Agent: agentSchema,
  ActionPage: actionPageSchema,
  ActionSummary: actionSummarySchema,
  AuditEntry: auditEntrySchema,
  BatchResult: batchResultSchema,
  Claim: claimSchema,
  Counts: countsSchema,
  Group: groupSchema,
  Key: keySchema,
  Me: meSchema,
  Member: memberSchema,
  Outcome: outcomeSchema,
  Preview: previewSchema,
  Principal: principalSchema,
  Problem: problemSchema,
  TimelineEntry: timelineEntrySchema,
  Tool: toolSchema,
  ToolDefinition: toolDefinitionSchema,
} as const satisfies Record<string, z.ZodType>;

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });

const toRef = (id: string) => `#/components/schemas/${id}`;
type JsonSchema = Record<string, unknown>;

/** Drops `$schema` and `$id`, which belong to a whole document and not to a part of one. */
function asPart({ $schema: _schema, $id: _id, ...part }: JsonSchema): JsonSchema {
  return part;
}

/** Describes a number in a URL as a number, although it is parsed from text. */
function asNumber({ jsonSchema }: { jsonSchema: { type?: unknown; pattern?: unknown } }): void {
  if (jsonSchema.type === "integer") delete jsonSchema.pattern;
}

export function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const id = registry.get(schema)?.id;
  if (id !== undefined) return { $ref: toRef(id) };
  if (schema instanceof z.ZodArray) return { type: "array", items: schemaOf(schema.element as z.ZodType, io) };
  return asPart(z.toJSONSchema(schema, { target: "draft-2020-12", unrepresentable: "any", io, override: asNumber }));
}

const jsonContent = (schema: JsonSchema, types: string | readonly string[] = "application/json") =>
  Object.fromEntries([types].flat().map((type) => [type, { schema }]));

function describeAnswer({ description, schema, contentType = "application/json" }: ResponseSpec) {
  return { description, content: jsonContent(schema ? schemaOf(schema, "output") : {}, contentType) };
}

function describeProblems(codes: readonly ErrorCode[]) {
  const content = jsonContent({ $ref: toRef("Problem") }, "application/problem+json");
  const described: Record<number, { description: string; content: typeof content }> = {};
  for (const code of codes) {
    const { status, title } = ERRORS[code];
    const before = described[status];
    described[status] = { description: `${before ? `${before.description}; ` : ""}\`${code}\`: ${title}`, content };
  }
  return described;
}

function describeParameters(route: Route) {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(route.query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...part } = schemaOf(schema as z.ZodType, "input");
    return {
      name,
      in: "query",
      required: !z.safeParse(schema as z.ZodType, undefined).success,
      ...(description !== undefined && { description }),
      schema: part,
    };
  });
  const workspace = {
    name: "workspaceId",
    in: "query",
    required: false,
    description: "Default: the credential's workspace",
    schema: { type: "string" },
  };
  return [...inPath, ...inQuery, ...(route.who === "public" ? [] : [workspace])];
}

function describeRoute(route: Route) {
  return {
    summary: route.summary,
    description: `For ${AUDIENCES[route.who]}.`,
    tags: [route.tag],
    security: route.who === "public" ? [] : [{ bearer: [] }, { session: [] }],
    parameters: describeParameters(route),
    ...(route.body && {
      requestBody: { required: !route.body.safeParse({}).success, content: jsonContent(schemaOf(route.body, "input")) },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(route.answers).map(([status, answer]) => [status, describeAnswer(answer)])),
      ...describeProblems(problemsOf(route)),
    },
  };
}

/** OpenAPI 3.1 document, generated from the route data that is also mounted. */
export function describeApi(routes: readonly Route[], publicUrl: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = describeRoute(route);
  const { schemas } = z.toJSONSchema(registry, { target: "draft-2020-12", unrepresentable: "any", uri: toRef });
  return {
    openapi: "3.1.1",
    info: {
      title: "Countersign",
      version: "0.1.0",
      description: "Agents propose. People countersign. Then exactly that runs, exactly once.",
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, asPart(schema as JsonSchema)])),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A key `csa_…`, `csw_…` or `csu_…`" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "session",
          description: "The inbox's session; changes must come from the inbox's origin",
        },
      },
    },
  };
}
