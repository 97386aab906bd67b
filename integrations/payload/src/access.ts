import type { Access, FieldAccess } from "payload";

/** Read access, drafts included, for every authenticated account. */
export const isKnown: Access = ({ req }) => req.user !== null;

/** Write access; a reader's key has read access only. */
export const isEditor: Access = ({ req }) => req.user?.["role"] === "editor";

/** Payload silently drops such a field from a write, so a writer must read back what was stored. */
export const isNobody: FieldAccess = () => false;

export const forEditors = { read: isKnown, readVersions: isKnown, create: isEditor, update: isEditor, delete: isEditor };
