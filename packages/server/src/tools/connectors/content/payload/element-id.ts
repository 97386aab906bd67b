import { ID_SEPARATOR, type CollectionSettings, type PayloadConnection, type PayloadSettings } from "./settings.ts";

/** Payload's ids are unique in a collection only, ours in all of them: `products__5`. */
export const idOf = (collection: string, id: string | number): string => `${collection}${ID_SEPARATOR}${id}`;

export interface Place {
  collection: CollectionSettings;
  /** As Payload has it, as text. */
  id: string;
}

/** Nothing for an id that no collection of the settings can have. */
export function placeOf({ collections }: PayloadSettings, id: string): Place | undefined {
  const at = id.indexOf(ID_SEPARATOR);
  const own = id.slice(at + ID_SEPARATOR.length);
  const collection = at < 1 ? undefined : collections.find((one) => one.collection === id.slice(0, at));
  return collection && /^[A-Za-z0-9_-]{1,64}$/.test(own) ? { collection, id: own } : undefined;
}

/** What writers of this process take turns at, whichever connection to the site they come through. */
export const lockOf = ({ settings }: PayloadConnection, what: string): string =>
  `payload ${new URL(settings.url).href.replace(/\/+$/, "")} ${what}`;
