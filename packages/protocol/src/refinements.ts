import { z } from "zod";
import { principalSchema } from "./action.ts";
import { jsonObject } from "./json.ts";

/** A refined proposal that no later proposal answers yet. */
export const refinementSchema = z.object({
  pendingActionId: z.string(),
  toolName: z.string(),
  target: z.string().nullable(),
  toolInput: jsonObject.describe("As proposed"),
  feedback: z.string().nullable().describe("What the person wants changed, in their words"),
  by: principalSchema.nullable(),
  refinedAt: z.string(),
  batchId: z.string(),
});
export type Refinement = z.infer<typeof refinementSchema>;

/** Refined proposals that an agent is asked to propose again. */
export const refinementsSchema = z.object({
  message: z.string().describe("All of it in words for the agent's model; what people wrote is quoted as data"),
  items: z.array(refinementSchema).describe("Oldest first"),
  more: z.boolean().describe("There are more than are told at once"),
});
export type Refinements = z.infer<typeof refinementsSchema>;
