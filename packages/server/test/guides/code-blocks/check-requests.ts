import { sayExpressionFault, type Json, type JsonObject } from "@countersign/protocol";
import { findExpressionFault } from "../../../src/core/approval-expression.ts";
import { parseBody } from "../../../src/http/parse-input.ts";
import { ROUTES } from "../../http/all-routes.ts";
import type { Block } from "./read-pages.ts";

/** Keys whose values are expressions, in requests and in `countersign.yaml`. */
const EXPRESSIONS = new Set(["when", "approvalWhen", "allowWhen"]);

/** Faults of expressions anywhere in a value. */
export function findExpressionFaults(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if (!EXPRESSIONS.has(key) || typeof part !== "string") return findExpressionFaults(part);
    const fault = findExpressionFault(part);
    return fault === undefined ? [] : [`${key}: ${sayExpressionFault(fault)}`];
  });
}

const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);

/** Faults of a request: no such route, or a body that its schema refuses. An undefined body is none. */
export function findRequestFaults(method: string, target: string, body?: Json): string[] {
  const path = target.replace(/\?.*$/, "");
  const named = ROUTES.filter((route) => pattern(route.path).test(path));
  if (named.length === 0) return [`there is no route ${path}`];
  const route = named.find((each) => each.method === method);
  if (route === undefined) return [`${path} is called with ${named.map((each) => each.method).join(", ")}, not ${method}`];
  if (route.body === undefined) return body === undefined ? [] : [`${method} ${path} takes no body`];
  const parsed = parseBody(route.body, body ?? {});
  return [...(parsed.ok ? [] : [parsed.refusal.detail]), ...findExpressionFaults(body)];
}

/** Reads a block that begins with a method and a path; the rest is the body. */
export function checkHttp({ text }: Block): string[] {
  const [first = "", ...rest] = text.split("\n");
  const [, method = "", path = ""] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(first) ?? [];
  if (method === "") return ["the first line must be a method and a path"];
  const body = rest.join("\n").trim();
  if (body === "") return findRequestFaults(method, path);
  try {
    return findRequestFaults(method, path, JSON.parse(body) as JsonObject);
  } catch (error) {
    return [`the body: ${(error as Error).message}`];
  }
}
