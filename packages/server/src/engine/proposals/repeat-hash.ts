import type { JsonObject } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";
import { sha256Hex } from "../../core/digest.ts";
import { normalInput } from "../../core/normal-input.ts";

/** Hex hash by which a repeat of a rejected call is recognized; without a schema no default is left out. */
export const repeatHash = (input: JsonObject, schemaText?: string): string =>
  sha256Hex(canonicalJson(normalInput(input, readDefaults(schemaText))));

/** Whether leaving out defaults can change the hash. */
export const hasDefaults = (schemaText: string): boolean => schemaText.includes('"default"');

const readDefaults = (schemaText: string | undefined): JsonObject | undefined =>
  schemaText !== undefined && hasDefaults(schemaText) ? (JSON.parse(schemaText) as JsonObject) : undefined;
