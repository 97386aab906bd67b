import { z } from "zod";
import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { isRerouting } from "../../../core/rerouting.ts";
import type { OpenConnection } from "../connector.ts";
import { fieldsIn, secretsIn } from "./template.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Headers that the connection itself or the gate sets. */
const RESERVED = /^(connection|content-length|content-type|expect|host|idempotency-key|te|trailer|transfer-encoding|upgrade)$/i;
const SENSITIVE = /^(authorization|proxy-authorization|cookie)$|api-?key|token|secret|password/i;

const headers = z
  .record(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "is not a header name"),
    z
      .string()
      .max(2000)
      .regex(/^[\t\u0020-\u007e]*$/, "must be one line of ASCII"),
  )
  .superRefine((given, context) => {
    for (const [name, value] of Object.entries(given)) {
      if (RESERVED.test(name)) context.addIssue({ code: "custom", path: [name], message: "is set by the server" });
      else if (isRerouting(name)) {
        const message = "could change the method or host of a call; set the method or address of the tool instead";
        context.addIssue({ code: "custom", path: [name], message });
      }
      if (SENSITIVE.test(name) && secretsIn(value).length === 0)
        context.addIssue({
          code: "custom",
          path: [name],
          message: "put the value into a secret and refer to it as `${secret:name}`",
        });
    }
  })
  .describe("Values can refer to secrets: `Bearer ${secret:token}`");

const address = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[^/?#{}$@\s]+(\/|\?|$)/i, "must begin with http:// or https:// and a fixed host, without a user name")
  .refine((text) => !text.includes("#"), "must not have a fragment")
  .refine((text) => URL.canParse(text.replaceAll(/[${}]/g, "x")), "is not an address");

const httpTool = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "letters, digits, `_` and `-` only, at most 64"),
    title: z.string().min(1).max(200).optional(),
    description: z.string().min(21).max(10_000).describe("Description of the tool, for the model and the reviewer"),
    method: z.enum(METHODS),
    url: address.describe("Can contain fields of the input, such as `{id}`, after the host; each is encoded"),
    inputSchema: z
      .record(z.string(), z.json())
      .describe("JSON Schema of the input, an object; fields that are not part of the address are sent as JSON"),
    headers: headers.optional().describe("In addition to those of all tools"),
    reads: z.boolean().default(false).describe("The tool is read-only and runs without approval; only with GET"),
    effect: z
      .enum(["idempotent", "unsafe"])
      .default("unsafe")
      .describe("`idempotent`: the service treats a repeat with the same Idempotency-Key as the same call"),
    risk: z.literal([1, 2, 3, 4, 5]).default(2),
    protectedKeys: z
      .array(z.string())
      .max(100)
      .default([])
      .describe("Fields that cannot be edited; fields of the address never can"),
    timeoutSeconds: z.number().int().min(1).max(600).default(60),
    maxResultBytes: z.number().int().min(1000).max(1_000_000).default(200_000),
  })
  .superRefine((tool, context) => {
    const schema: JsonObject = tool.inputSchema as JsonObject;
    const properties = isJsonObject(schema["properties"] ?? null) ? (schema["properties"] as JsonObject) : {};
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const fault = (path: string, message: string): void => context.addIssue({ code: "custom", path: [path], message });
    if (schema["type"] !== "object") fault("inputSchema", "must have type `object`");
    for (const field of fieldsIn(tool.url))
      if (!Object.hasOwn(properties, field) || !required.includes(field))
        fault("url", `{${field}} must be a required property`);
    for (const key of tool.protectedKeys)
      if (!Object.hasOwn(properties, key)) fault("protectedKeys", `${key} is not a property`);
    if (tool.reads && tool.method !== "GET") fault("reads", "only a GET tool can be read-only");
  });
export type HttpTool = z.output<typeof httpTool>;

export const httpSettings = z
  .strictObject({
    headers: headers
      .default({})
      .describe("Sent with every call of this connection; values can refer to secrets: `Bearer ${secret:token}`"),
    testUrl: address.optional().meta({ title: "Address for the test" }).describe("GET request that tests the connection"),
    tools: z
      .array(httpTool)
      .min(1)
      .max(50)
      .describe("Each with `name`, `description`, `method`, `url` and `inputSchema`; docs/connectors.md has an example"),
  })
  .superRefine(({ tools }, context) => {
    for (const [n, { name }] of tools.entries()) {
      if (tools.findIndex((other) => other.name === name) < n)
        context.addIssue({ code: "custom", path: ["tools", n, "name"], message: "another tool has this name" });
    }
  });

export const httpCredentials = z
  .record(z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, "letters, digits, `_` and `-` only"), z.string().min(1).max(8000))
  .describe("Secrets by name, referred to as `${secret:name}`");

export type HttpConnection = OpenConnection<z.output<typeof httpCredentials>, z.output<typeof httpSettings>>;
