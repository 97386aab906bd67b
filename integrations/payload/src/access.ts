import type { Access, FieldAccess } from "payload";

/** Whoever has a key reads, drafts included; nobody else does. */
export const isKnown: Access = ({ req }) => req.user !== null;

/** A key of a reader reads and no more. */
export const isEditor: Access = ({ req }) => req.user?.["role"] === "editor";

/** Payload drops such a field from a write without a word: what was written has to be read back. */
export const isNobody: FieldAccess = () => false;

export const forEditors = { read: isKnown, readVersions: isKnown, create: isEditor, update: isEditor, delete: isEditor };
