import type { Feature } from "../../http/feature.ts";
import type { FeatureDeps } from "../feature-deps.ts";
import { createOnCallWatch } from "./on-call-watch.ts";

/** Keeps the members of on-call teams in line with the schedules of the workspace's connections. */
export function onCallFeature({ database, engine, onCall, log }: FeatureDeps): Feature {
  const watch = createOnCallWatch({ database, ...onCall, log, onChange: engine.events.onChange });
  return { name: "on-call", routes: [], serve: watch.serve, leave: watch.leave, stop: watch.stop };
}
