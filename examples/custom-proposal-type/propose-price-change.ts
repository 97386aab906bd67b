// The custom type: what an agent may propose, how it is checked, shown and written. The server has no code for it.
import { type Countersign, type ContentField, type Issue, ToolError } from "@countersign/sdk";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { entryOf, readList, versionOf, writeEntry, type Entry, type PriceList } from "./price-list.ts";

/** Draws the price before and after as bars. */
const WIDGET = readFileSync(new URL("price-widget.html", import.meta.url), "utf8");

/** Declared fields; the inbox shows each by its kind. */
const FIELDS: readonly ContentField[] = [
  { name: "price", kind: "money", title: "Price" },
  { name: "validFrom", kind: "date", title: "Valid from" },
  { name: "note", kind: "text", title: "Note" },
];

const input = z.object({
  product: z.string().min(1).max(100),
  amount: z.string().regex(/^\d{1,6}\.\d\d$/, "must be such as 149.00"),
  validFrom: z.iso.date().optional(),
  note: z.string().max(200).optional(),
});
type Input = z.infer<typeof input>;

export const gatePriceChange = (countersign: Countersign, file: string) =>
  countersign.gated({
    name: "propose_price_change",
    title: "Propose a price",
    description: "Proposes new prices of the spring list. Nothing is written before a person approves it.",
    input,
    batchKey: "proposals", // many proposals in one call, each decided separately
    protectedKeys: ["product"],
    effect: "reconcilable",
    widget: { html: WIDGET, height: 90 }, // its own drawing, below the fields

    // Validates and previews without writing. Reports every fault with its JSON Pointer.
    async describe(proposal) {
      const list = await readList(file);
      const now = entryOf(list, proposal.product);
      if (now === undefined) return { faults: [{ path: "/product", message: "is not on the list" }] };
      const next = changed(now, proposal);
      const faults = findFaults(list, now, next);
      if (faults.length > 0) return { faults };
      return {
        preview: { title: `Change the price of ${proposal.product}`, summary: `${now.price.amount} to ${next.price.amount}` },
        target: `price:spring/${proposal.product}`,
        snapshot: versionOf(now),
        type: "price",
        fields: FIELDS,
        current: { ...now },
        proposed: { ...next },
      };
    },

    // Writes only if the store still has the approved version; the store compares and writes in one step.
    async execute(proposal, { snapshot, idempotencyKey: key }) {
      const { product } = proposal;
      const now = entryOf(await readList(file), product);
      const isWritten =
        now !== undefined &&
        snapshot !== null &&
        (await writeEntry(file, { product, version: snapshot, next: changed(now, proposal), key }));
      if (!isWritten) throw new ToolError("stale", `The price of ${product} changed since it was proposed.`);
      return { product, amount: proposal.amount };
    },

    // Answers whether a lost execution took effect: the list holds the idempotency keys of its changes.
    lookup: async ({ product, amount }, { idempotencyKey }) =>
      (await readList(file)).made.includes(idempotencyKey)
        ? { happened: true, result: { product, amount } }
        : { happened: false },
  });

const changed = (now: Entry, { amount, validFrom = now.validFrom, note = now.note }: Input): Entry => ({
  price: { amount, currency: now.price.currency },
  validFrom,
  note,
});

function findFaults(list: PriceList, now: Entry, next: Entry): Issue[] {
  const faults: Issue[] = [];
  const factor = Number(next.price.amount) / Number(now.price.amount);
  if (factor < 0.5 || factor > 2)
    faults.push({ path: "/amount", message: `must be from half to twice ${now.price.amount} ${list.currency}` });
  if (next.validFrom < now.validFrom)
    faults.push({ path: "/validFrom", message: `must not be before ${now.validFrom}, when the present price began` });
  if (versionOf(now) === versionOf(next)) faults.push({ path: "", message: "changes nothing" });
  return faults;
}
