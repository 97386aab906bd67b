import type { JsonObject } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";
import { sha256Hex } from "../../core/digest.ts";
import { normalInput } from "../../core/normal-input.ts";

/** Hex hash by which a repeat of a rejected call is recognized; without a schema no default is left out. */
export const repeatHash = (input: JsonObject, schemaText?: string): string =>
  sha256Hex(canonicalJson(normalInput(input, readDefaults(schemaText))));

const readDefaults = (schemaText: string | undefined): JsonObject | undefined =>
  schemaText?.includes('"default"') ? (JSON.parse(schemaText) as JsonObject) : undefined;
