/** Receives unexpected faults; must not receive action data, which could be secret or forged. */
export type Log = (level: "info" | "warn" | "error", message: string, details?: Record<string, unknown>) => void;
