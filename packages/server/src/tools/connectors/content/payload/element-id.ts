import { type PayloadConnection, type PayloadSettings } from "./settings.ts";
import { ID_SEPARATOR, type CollectionSettings } from "./collection-settings.ts";

/** Payload's ids are unique within a collection only, ours across all collections: `products__5`. */
export const idOf = (collection: string, id: string | number): string => `${collection}${ID_SEPARATOR}${id}`;

export interface PayloadPlace {
  collection: CollectionSettings;
  /** Payload's own id as text. */
  id: string;
}

/** Splits an element id; undefined if no collection of the settings can have it. */
export function placeOf({ collections }: PayloadSettings, id: string): PayloadPlace | undefined {
  const at = id.indexOf(ID_SEPARATOR);
  const own = id.slice(at + ID_SEPARATOR.length);
  const collection = at < 1 ? undefined : collections.find((one) => one.collection === id.slice(0, at));
  return collection && /^[A-Za-z0-9_-]{1,64}$/.test(own) ? { collection, id: own } : undefined;
}

/** Lock key for writers of this process, shared by all connections to the site. */
export const lockOf = ({ settings }: PayloadConnection, what: string): string =>
  `payload ${new URL(settings.url).href.replace(/\/+$/, "")} ${what}`;
