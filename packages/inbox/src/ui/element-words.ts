import type { ElementKind } from "@countersign/protocol";

export const ELEMENT_WORDS = {
  object: { one: "Object", many: "Objects" },
  asset: { one: "Asset", many: "Assets" },
  document: { one: "Page", many: "Pages" },
  tag: { one: "Tag", many: "Tags" },
  template: { one: "Template", many: "Templates" },
} as const satisfies Record<ElementKind, { one: string; many: string }>;

export const CHANGE_WORDS = { added: "New", removed: "Removed", changed: "Changed", same: "Unchanged" } as const;
