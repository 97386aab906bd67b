import { z } from "zod";
import { text } from "./json.ts";

export const MAX_VIEW_NAME_CHARACTERS = 60;
export const MAX_VIEW_QUERY_CHARACTERS = 4000;
/** Views of one person in one workspace, those shared included. */
export const MAX_VIEWS_PER_PERSON = 100;
/** Views shared in one workspace, by anybody. */
export const MAX_SHARED_VIEWS = 200;

/** Pages whose filters can be saved: the list of actions, and the audit log. */
export const VIEW_PAGES = ["inbox", "audit"] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

/** A name is shown on one line. Space at both ends is removed before anything is checked. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_VIEW_NAME_CHARACTERS)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]*$/u, "must be one line without control characters")
  .describe(
    "Unique among the person's own views of the page, or among the shared ones; upper and lower case count as the same",
  );

const query = text(MAX_VIEW_QUERY_CHARACTERS)
  .refine((value) => !value.startsWith("?"), "must be what follows the `?` in the page's address")
  .describe("Filters, as the page's address has them after the `?`; empty for none");

const shared = z.boolean().describe("True: everybody in the workspace has the view. False: only its author");

/** What a person sends to save filters under a name. */
export const createSavedViewSchema = z.object({
  page: z.enum(VIEW_PAGES),
  name,
  query,
  shared: shared.optional().describe("Default: false"),
});
export type CreateSavedView = z.infer<typeof createSavedViewSchema>;

/** What a person sends to change a view; what is absent stays. */
export const changeSavedViewSchema = z.object({ name, query, shared }).partial();
export type ChangeSavedView = z.infer<typeof changeSavedViewSchema>;

/** Filters of a page, saved under a name. A view gives nobody a right: it shows what its reader may see anyway. */
export const savedViewSchema = z.object({
  id: z.string(),
  page: z.enum(VIEW_PAGES),
  name: z.string(),
  query: z.string(),
  shared,
  author: z.object({
    id: z.string(),
    name: z.string(),
    isMember: z.boolean().describe("False once the author was removed from the workspace"),
  }),
  mayChange: z.boolean().describe("Whether the caller may change, share and delete the view"),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SavedView = z.infer<typeof savedViewSchema>;
