import { expect, test } from "vitest";
import { contentRenderer } from "../src/features/content/content-renderer.tsx";
import { addChangeRenderer } from "../src/ui/change-renderer.ts";
import { shortChanges } from "../src/ui/short-changes.ts";

addChangeRenderer(contentRenderer);

const PREVIEW = { title: "Change it" };
const base = { preview: PREVIEW, current: null, proposed: null, effectiveInput: {} };

const FIELDS = [
  { name: "price", kind: "money", title: "Price" },
  { name: "text", kind: "richtext", title: "Text" },
];
const content = {
  kind: "object",
  type: "product",
  elementId: "e1",
  path: "/p",
  revision: 1,
  fields: FIELDS,
  changed: ["price"],
  references: [],
  file: null,
  hasPage: false,
};
const state = (value: object) => ({ path: "/p", value, tags: [], published: true });

test("G24 a row of many shows each change in its field's own form, and says when that is not all of it", () => {
  const price = { amount: "749.00", currency: "EUR" };
  const lower = { amount: "743.00", currency: "EUR" };
  const table = [
    // A target's values, field by field.
    [{ current: { a: 1, b: "same" }, proposed: { a: 2, b: "same" } }, [["a", "1", "2"]], true],
    [{ current: null, proposed: { content: "x" } }, [["content", undefined, "x"]], true],
    [{ current: { content: "x" }, proposed: null }, [["content", "x", undefined]], true],
    [{ current: "old", proposed: "new" }, [["Content", "old", "new"]], true],
    // Content, formatted by the kind of its field.
    [
      { preview: { ...PREVIEW, content }, current: state({ price }), proposed: state({ price: lower }) },
      [["Price", "749.00 EUR", "743.00 EUR"]],
      true,
    ],
    [
      {
        preview: { ...PREVIEW, content },
        current: state({ price, text: "<p>a</p>" }),
        proposed: state({ price: lower, text: "<p>b</p>" }),
      },
      [["Price", "749.00 EUR", "743.00 EUR"]],
      false,
    ],
    // A call without a target shows its input.
    [
      { effectiveInput: { to: "ann", amount: 5 } },
      [
        ["to", undefined, "ann"],
        ["amount", undefined, "5"],
      ],
      true,
    ],
    // Values longer than a line, and more fields than lines, are not shown in full.
    [{ current: { a: "x" }, proposed: { a: "y".repeat(161) } }, [], false],
    [{ effectiveInput: { list: [1, 2] } }, [], false],
    [{ effectiveInput: {} }, [], false],
    [{ effectiveInput: Object.fromEntries("abcdefg".split("").map((name) => [name, 1])) }, null, false],
    [{ preview: { ...PREVIEW, items: [{ mail: "ann" }] }, effectiveInput: { a: 1 } }, [["a", undefined, "1"]], false],
  ] as const;
  for (const [action, lines, isWhole] of table) {
    const short = shortChanges({ ...base, ...action } as never);
    expect([action, short.isWhole]).toEqual([action, isWhole]);
    if (lines) expect(short.lines.map(({ name, before, after }) => [name, before, after])).toEqual(lines);
    else expect(short.lines).toHaveLength(6);
  }
});
