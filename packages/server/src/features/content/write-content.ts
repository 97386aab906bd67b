import type { ChangeElement, ContentElement } from "@countersign/protocol";
import type { ContentAdmin } from "./content-admin.ts";
import type { Principal } from "../../core/principal.ts";
import { refuse, type Result } from "../../core/refusal.ts";
import { ToolFailure } from "../../ports/tool.ts";
import {
  planChange,
  planCreation,
  planRestore,
  type Creation,
  type Plan,
} from "../../tools/connectors/content/change/plan-change.ts";
import type { ElementCreation, Look, WriteContext, Written } from "../../tools/connectors/content/content-source.ts";
import type { ElementRow } from "../../tools/connectors/content/embedded/element-rows.ts";
import { findRenderFault } from "../../tools/connectors/content/templates/template-data.ts";
import { writeOf } from "../../tools/connectors/content/tools/update-tools.ts";
import { answer, invalid, lookOf, notFound, refuseViewers, type ContentDeps } from "./content-deps.ts";
import { findAny } from "./find-element.ts";

type Writes = Pick<ContentAdmin, "create" | "change" | "upload">;
const PLACES = { set: "/value", tags: "/tags" };

/** Writes that a person makes directly, with the same version check and the same planning as an agent's proposals. */
export function createWrites(deps: ContentDeps, read: ContentAdmin["element"]): Writes {
  const { handle, source, database } = deps;
  const contextOf = (by: Principal): WriteContext => ({
    ...lookOf(by),
    actionId: null,
    byName: by.name,
    signal: AbortSignal.timeout(30_000),
  });

  async function after(by: Principal, written: Written): Promise<Result<ContentElement>> {
    database.notify(by.workspaceId);
    return read(by, written.id);
  }

  async function make(by: Principal, creation: Creation, file?: ElementCreation["file"]): Promise<Result<ContentElement>> {
    const planned = await answer(() => planCreation(source, creation, PLACES, lookOf(by)));
    if (!planned.ok) return planned;
    const { kind, type, path, next } = planned.value;
    const written = await source.create({ kind, type: type.name, path, next, ...(file && { file }) }, contextOf(by));
    if (written) return after(by, written);
    return refuse("INVALID_INPUT", "There is already an element at this path.", {
      errors: [{ path: "/path", message: "is taken" }],
    });
  }

  async function plan(by: Principal, row: ElementRow, change: ChangeElement): Promise<Plan> {
    const look = lookOf(by);
    const ref = { kind: row.kind, id: row.id };
    const { set, tags, publish, restore } = change;
    if (restore !== undefined) {
      if (set || tags || publish !== undefined) throw invalid("/restore", "cannot be combined with other changes");
      const restored = planRestore(source, ref, restore, look);
      return restored.catch((error: unknown) => {
        throw error instanceof ToolFailure ? new ToolFailure(error.code, error.message, "/restore") : error;
      });
    }
    const tagChange = tags && { add: tags, remove: row.tags.filter((id) => !tags.includes(id)) };
    const asked = { ...(set && { set }), ...(tagChange && { tags: tagChange }), ...(publish !== undefined && { publish }) };
    const planned = await planChange(source, ref, asked, { set: "/set", tags: "/tags" }, look);
    if (row.kind === "template") await tryTemplate(deps, planned, look);
    return planned;
  }

  return {
    async create(by, { kind, type, path, value = {} }) {
      return refuseViewers(by) ?? make(by, { kind, type, path, set: value });
    },

    async upload(by, { path, mediaType, bytes }) {
      const refused = refuseViewers(by);
      if (refused) return refused;
      if (bytes.length === 0)
        return refuse("INVALID_INPUT", "The file is empty.", { errors: [{ path: "", message: "is empty" }] });
      return make(by, { kind: "asset", type: "asset", path, set: {} }, { bytes, mediaType });
    },

    async change(by, id, change) {
      const refused = refuseViewers(by);
      if (refused) return refused;
      const row = await findAny(handle.query, id, lookOf(by));
      if (!row) return notFound();
      if (row.version !== change.version) return stale(by, id);
      const planned = await answer(() => plan(by, row, change));
      if (!planned.ok) return planned;
      const restores = change.restore === undefined ? {} : { restores: change.restore };
      const written = await source.write({ ...writeOf(planned.value), version: change.version, ...restores }, contextOf(by));
      return written ? after(by, written) : stale(by, id);
    },
  };

  async function stale(by: Principal, id: string): Promise<Result<never>> {
    const now = await read(by, id);
    if (!now.ok) return now;
    return refuse("STALE", "The element changed since you opened it. Nothing was written.", {
      more: { currentElement: now.value },
    });
  }
}

async function tryTemplate(deps: ContentDeps, { next }: Plan, look: Look): Promise<void> {
  const fault = await findRenderFault(next.value, deps, look);
  if (fault !== undefined) throw invalid("/set/source", fault);
}
