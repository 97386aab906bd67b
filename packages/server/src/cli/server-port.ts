import type { Credentials } from "@countersign/protocol";

/** What `start` may say; everything else comes from the environment, which only `main.ts` reads. */
export interface StartOptions {
  dataFolder: string;
  databaseUrl?: string;
  /** `countersign.yaml`; without it the usual places are looked at. */
  configFile?: string;
  host?: string;
  port?: number;
}

export interface StartedServer {
  credentials: Credentials;
  /** A one-time link, as long as no administrator can sign in by a password. */
  signInUrl: string | null;
  /** Puts that link into a file of the data folder, for a start whose output others may read; answers its path. */
  keepSignInLink(): Promise<string>;
  close(): Promise<void>;
}

/** How the command line reaches the server in this process; `bin.ts` hands over the one in `main.ts`. */
export type StartServer = (options: StartOptions) => Promise<StartedServer>;
