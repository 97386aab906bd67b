import { EXPOSURES, type Exposure } from "@countersign/protocol";
import { z } from "zod";

/** Settings that say what a channel may show of an action. */
export const exposureSettings = (byDefault: Exposure) => ({
  shows: z
    .enum(EXPOSURES)
    .default(byDefault)
    .meta({ title: "What it shows" })
    .describe(
      "`link`: the address of the action's page; `summary`: also tool, risk and agent; `fields`: also the arguments named below; `everything`: all arguments. Secrets of connections are always masked",
    ),
  fields: z
    .array(
      z.strictObject({
        tool: z.string().min(1).max(200),
        names: z.array(z.string().min(1).max(200)).min(1).max(50),
      }),
    )
    .max(200)
    .default([])
    .meta({ title: "Arguments shown" })
    .describe("With `fields`: for each tool, the names of the arguments that are shown"),
});
