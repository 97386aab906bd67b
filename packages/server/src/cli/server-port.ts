import type { Credentials } from "@countersign/protocol";

/**
 * Options of the command line or an embedding program. They take precedence over the environment, which only `main.ts` reads
 * and which sets everything else.
 */
export interface StartOptions {
  dataFolder: string;
  databaseUrl?: string;
  /** Path of `countersign.yaml`; if omitted, the default places are searched. */
  configFile?: string;
  host?: string;
  port?: number;
}

export interface StartedServer {
  credentials: Credentials;
  /** One-time sign-in link while no administrator has a password, otherwise null. */
  signInUrl: string | null;
  /** Writes that link to a file in the data folder, if others may read the output; returns its path. */
  keepSignInLink(): Promise<string>;
  close(): Promise<void>;
}

/** Starts the server in this process; `bin.ts` passes the implementation of `main.ts`. */
export type StartServer = (options: StartOptions) => Promise<StartedServer>;
