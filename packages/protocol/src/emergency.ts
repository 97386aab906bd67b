import { z } from "zod";
import { text } from "./json.ts";

export const emergencyStopSchema = z.object({
  reason: z.string().describe("Empty if none was given"),
  stoppedAt: z.string(),
  stoppedBy: z.object({ id: z.string(), name: z.string() }),
});
export type EmergencyStop = z.infer<typeof emergencyStopSchema>;

/** `stop` is null while no emergency stop is in force. */
export const emergencySchema = z.object({ stop: emergencyStopSchema.nullable() });
export type Emergency = z.infer<typeof emergencySchema>;

export const stopEverythingSchema = z.object({
  reason: text(500).optional().describe("Shown to everybody until it is lifted"),
});
export const liftStopSchema = z.object({ note: text(500).optional() });
