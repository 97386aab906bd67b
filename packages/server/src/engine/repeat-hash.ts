import type { JsonObject } from "@countersign/protocol";
import { canonicalJson } from "../core/canonical-json.ts";
import { sha256Hex } from "../core/digest.ts";
import { normalInput } from "../core/normal-input.ts";

/** What a rejected call is known by when it is asked again; without a schema no default is left out. Hex. */
export const repeatHash = (input: JsonObject, schemaText?: string): string =>
  sha256Hex(canonicalJson(normalInput(input, readDefaults(schemaText))));

const readDefaults = (schemaText: string | undefined): JsonObject | undefined =>
  schemaText?.includes('"default"') ? (JSON.parse(schemaText) as JsonObject) : undefined;
