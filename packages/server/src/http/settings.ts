export interface Settings {
  /** Where people reach this server; its origin is the only one whose pages may ask for changes. */
  publicUrl: string;
  /** Names, with or without port, that `Host` may have. */
  allowedHosts: readonly string[];
  /** Origins whose pages may frame the pages made for it; nobody without. */
  embedOrigins?: readonly string[];
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies?: readonly string[];
  /** What starts this installation's command line on this machine: program and arguments, as absolute paths. */
  commandLine?: readonly string[];
}

/** `detail` says in one sentence what is missing. */
export type Readiness = () => Promise<{ ready: boolean; detail?: string }>;
