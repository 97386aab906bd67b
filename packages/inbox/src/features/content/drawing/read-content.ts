import {
  type ContentField,
  type ContentPreview,
  type ContentState,
  type Json,
  type JsonObject,
  type Preview,
  ELEMENT_KINDS,
  FIELD_KINDS,
} from "@countersign/protocol";
import { inShownWorkspace } from "../../../api/request.ts";
import { isObject } from "../../../ui/diff/json.ts";

/** A proposal on an element of content, with the data that is needed to show each field by its kind. */
export interface ContentProposal {
  content: ContentPreview;
  /** Null if the element does not exist yet. */
  current: ContentState | null;
  /** Null if the proposal removes the element. */
  proposed: ContentState | null;
}

/**
 * Returns a proposal whose preview describes content, or null. A tool may write anything into a preview, so all of it is
 * validated; a preview with missing or additional fields is shown like every other value. The protocol's schema is equivalent,
 * but needs a library that the page does without; a test compares the two.
 */
export function readContentProposal(read: {
  preview: Preview;
  current: Json | null;
  proposed: Json | null;
}): ContentProposal | null {
  const content = readContent(read.preview);
  const { current, proposed } = read;
  if (!content || (current === null && proposed === null)) return null;
  return isStateOrNull(current) && isStateOrNull(proposed) ? { content, current, proposed } : null;
}

export function readContent(preview: Preview): ContentPreview | null {
  const content = (preview as JsonObject)["content"];
  return isContentPreview(content) ? content : null;
}

const STATE_KEYS = ["path", "value", "tags", "published"];

export const isContentState = (value: Json | undefined): value is Json & ContentState =>
  isObject(value) &&
  Object.keys(value).every((name) => STATE_KEYS.includes(name)) &&
  isText(value["path"]) &&
  isObject(value["value"]) &&
  isTexts(value["tags"]) &&
  typeof value["published"] === "boolean";

const isStateOrNull = (value: Json): value is (Json & ContentState) | null => value === null || isContentState(value);

export const isContentPreview = (value: Json | undefined): value is Json & ContentPreview =>
  isObject(value) &&
  isOneOf(ELEMENT_KINDS, value["kind"]) &&
  isText(value["type"]) &&
  isNullOr(isText, value["elementId"]) &&
  isText(value["path"]) &&
  isNullOr(Number.isInteger, value["revision"]) &&
  isListOf(isField, value["fields"]) &&
  isTexts(value["changed"]) &&
  isListOf(isReference, value["references"]) &&
  isNullOr(isFile, value["file"]) &&
  typeof value["hasPage"] === "boolean";

const isField = (value: Json): value is Json & ContentField =>
  isObject(value) &&
  isText(value["name"]) &&
  isOneOf(FIELD_KINDS, value["kind"]) &&
  isMissingOr(isText, value["title"]) &&
  isMissingOr(isBoolean, value["localized"]) &&
  isMissingOr(isBoolean, value["many"]) &&
  isMissingOr(isTexts, value["options"]) &&
  isMissingOr((blocks) => isListOf(isBlock, blocks), value["blocks"]);

const isBlock = (value: Json): boolean =>
  isObject(value) && isText(value["name"]) && isMissingOr(isText, value["title"]) && isListOf(isField, value["fields"]);

const isReference = (value: Json): boolean =>
  isObject(value) &&
  isOneOf(ELEMENT_KINDS, value["kind"]) &&
  ["id", "type", "path", "title"].every((name) => isText(value[name])) &&
  isNullOr(isFile, value["file"]);

const isFile = (value: Json): boolean =>
  isObject(value) &&
  isText(value["hash"]) &&
  isText(value["mediaType"]) &&
  Number.isInteger(value["size"]) &&
  isMissingOr(Number.isInteger, value["width"]) &&
  isMissingOr(Number.isInteger, value["height"]);

type Check = (value: Json) => boolean;
const isText = (value: Json | undefined): value is string => typeof value === "string";
const isBoolean: Check = (value) => typeof value === "boolean";
const isOneOf = (words: readonly string[], value: Json | undefined): boolean => isText(value) && words.includes(value);
const isListOf = (check: Check, value: Json | undefined): boolean => Array.isArray(value) && value.every(check);
const isTexts = (value: Json | undefined): boolean => isListOf(isText, value);
const isNullOr = (check: Check, value: Json | undefined): boolean => value === null || (value !== undefined && check(value));
const isMissingOr = (check: Check, value: Json | undefined): boolean => value === undefined || check(value);

/** Path of a file's bytes; null unless `hash` is 64 hex digits, so that a preview cannot make it point anywhere else. */
export const filePath = (hash: string): string | null =>
  /^[0-9a-f]{64}$/.test(hash) ? inShownWorkspace(`/api/content/files/${hash}`) : null;
