import type { Route } from "./route.ts";

/** A part of the server that plugs into it: its routes, and its work for each workspace. `main.ts` attaches them. */
export interface Feature {
  name: string;
  routes: readonly Route[];
  /**
   * Makes a workspace's tools known: before the server listens, as an earlier call would find its tool unknown, or when the
   * workspace appears.
   */
  register?(workspaceId: string): Promise<void>;
  /** Begins the feature's own work for a workspace, once the gate runs. */
  serve?(workspaceId: string): void;
  /** Ends all work for a workspace that is no longer served. What is stored stays. */
  leave?(workspaceId: string): Promise<void>;
  /** Ends the work for all workspaces, before the gate stops. */
  stop?(): Promise<void>;
  /** Releases what its tools use, after the gate has stopped and no execution runs. */
  close?(): Promise<void>;
}
