import type { ContentSource } from "../content-source.ts";
import { checkState } from "./check-state.ts";
import { contentType } from "./check-settings.ts";
import { createElement } from "./create-element.ts";
import { findElement, placeInSite } from "./find-elements.ts";
import { findReferences } from "./find-references.ts";
import { listElements } from "./list-elements.ts";
import { allows, readAccess } from "./rights.ts";
import type { PayloadConnection } from "./settings.ts";
import { writeElement } from "./write-element.ts";

const LOOK_MS = 20_000;
const inTime = (): AbortSignal => AbortSignal.timeout(LOOK_MS);

/** Content of a Payload site through its REST API, limited to what the connection's settings name. */
export const payloadSource = (connection: PayloadConnection): ContentSource => ({
  effect: "reconcilable",
  types: async () => connection.settings.collections.map((collection) => contentType(collection, connection.settings)),
  find: (ref) => findElement(connection, ref, inTime()),
  findReferences: (ids) => findReferences(connection, ids, inTime()),
  list: (filter) => listElements(connection, filter, inTime()),

  /** Payload knows the API key's account and none of our people, so everybody has the rights of that account. */
  async may(right, place) {
    const at = placeInSite(connection, place);
    return at !== undefined && allows(await readAccess(connection, at.collection, inTime()), right, at.collection);
  },

  async check(planned) {
    const { collection } = placeInSite(connection, planned) ?? {};
    if (!collection) return [{ path: "", message: "is not in a folder of this connection" }];
    return checkState(collection, planned, await readAccess(connection, collection, inTime()));
  },

  write: (write, context) => writeElement(connection, write, context),
  create: (creation, context) => createElement(connection, creation, context),
});
