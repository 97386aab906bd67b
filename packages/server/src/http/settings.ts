export interface Settings {
  /** Public URL of this server. Pages may send changes only from its origin or that of an allowed `Host`. */
  publicUrl: string;
  /** Host names, with or without port, that are accepted in `Host`. */
  allowedHosts: readonly string[];
  /** Origins whose pages may frame the embed pages; none by default. */
  embedOrigins?: readonly string[];
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  trustedProxies?: readonly string[];
  /** Command that starts this installation's CLI on this machine: program and arguments, as absolute paths. */
  commandLine?: readonly string[];
  /** Command that puts the servers of a client's settings behind this server's gate, without the file. */
  importCommand?: readonly string[];
  /** Whether administrators on this machine may import servers, commands too, in the inbox. */
  importsHere?: boolean;
}

/** `detail`: one sentence on what is missing. */
export type Readiness = () => Promise<{ ready: boolean; detail?: string }>;
