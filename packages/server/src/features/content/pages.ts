import { contentPreviewSchema, isJsonObject, type ContentPreview, type JsonObject } from "@countersign/protocol";
import type { ContentAdmin } from "./content-admin.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { Element } from "../../tools/connectors/content/content-source.ts";
import { toElement } from "../../tools/connectors/content/embedded/element-rows.ts";
import { documentPage } from "../../tools/connectors/content/page/document-page.ts";
import { findReferenced } from "../../tools/connectors/content/page/find-referenced.ts";
import { renderValue, RENDERED_OVER } from "../../tools/connectors/content/templates/template-data.ts";
import { lookOf, notFound, refuseStrangers, type ContentDeps } from "./content-deps.ts";
import { findAny } from "./find-element.ts";

type Pages = Pick<ContentAdmin, "page" | "proposalPage">;

/** Renders a document as visitors see it, or a template with its sample data or the fields of an element. Changes nothing. */
export function createPages({ handle, source, files, render }: ContentDeps): Pages {
  /** Finds the element that a template is rendered over; undefined for its sample data. */
  async function findOver(by: Principal, id: string | undefined): Promise<Result<Pick<Element, "value"> | undefined>> {
    if (id === undefined) return ok(undefined);
    const row = await findAny(handle.query, id, lookOf(by));
    if (!row) return notFound();
    if (RENDERED_OVER.some((kind) => kind === row.kind)) return ok(toElement(row));
    return refuseOver(`A template is rendered with an element of the kind ${RENDERED_OVER.join(", ")}.`);
  }

  /** `shown` is the preview of a proposal, whose element may belong to another system; `over` is the id of an element. */
  async function draw(
    by: Principal,
    { kind, type: typeName }: { kind: string; type: string },
    value: JsonObject,
    { shown, over }: { shown?: ContentPreview; over: string | undefined },
  ): Promise<Result<string>> {
    if (kind === "template") {
      const found = await findOver(by, over);
      if (!found.ok) return found;
      const rendered = await renderValue(render, value, found.value);
      return ok(rendered.ok ? rendered.html : problemPage(rendered));
    }
    if (over !== undefined) return refuseOver("Only templates can be rendered with an element.");
    if (kind !== "document") return refuse("NOT_FOUND", "Only documents and templates can be rendered.");
    const look = lookOf(by);
    const type = shown
      ? { kind: shown.kind, name: typeName, title: typeName, fields: shown.fields, languages: [] }
      : (await source.types(look)).find((one) => one.kind === kind && one.name === typeName);
    if (!type) return notFound();
    const { elements, pictures } = await findReferenced(value, type, { source, files, look });
    const named = (shown?.references ?? []).map((one) => [one.id, one] as const);
    return ok(documentPage(value, type, { elements: new Map([...named, ...elements]), pictures }));
  }

  return {
    async page(by, id, over) {
      const refused = refuseStrangers(by);
      if (refused) return refused;
      const row = await findAny(handle.query, id, lookOf(by));
      return row ? draw(by, row, JSON.parse(row.value) as JsonObject, { over }) : notFound();
    },

    async proposalPage(by, actionId, side, over) {
      const refused = refuseStrangers(by);
      if (refused) return refused;
      const [row] = await handle.query("select preview, current, proposed from action where workspace_id = $1 and id = $2", [
        by.workspaceId,
        actionId,
      ]);
      const preview = row ? (JSON.parse(row["preview"] as string) as JsonObject) : {};
      const { data: content } = contentPreviewSchema.safeParse(preview["content"]);
      const state = row?.[side] ? (JSON.parse(row[side] as string) as JsonObject) : null;
      if (!content || !isJsonObject(state) || !isJsonObject(state["value"])) {
        return refuse("NOT_FOUND", "This action has no page for this side.");
      }
      return draw(by, content, state["value"], { shown: content, over });
    },
  };
}

const refuseOver = (message: string): Result<never> =>
  refuse("INVALID_INPUT", message, { errors: [{ path: "/element", message }] });

const problemPage = ({ message, line }: { message: string; line?: number }): string =>
  `<!doctype html><meta charset="utf-8"><title>Not rendered</title><p>This page cannot be rendered: ${
    line === undefined ? "" : `line ${line}: `
  }${escapeHtml(message)}</p>`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
