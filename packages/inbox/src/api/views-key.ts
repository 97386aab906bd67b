/** Where an earlier version kept a person's views in the browser. */
export const viewsKey = (personId: string): string => `countersign-views-${personId}`;
