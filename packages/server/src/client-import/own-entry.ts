import { basename, resolve } from "node:path";
import { z } from "zod";
import { isLoopback } from "../core/is-loopback.ts";

/** How a client reaches this Countersign. */
export interface OwnAddress {
  /** Path of the program. */
  program: string;
  dataFolder: string;
  /** Address of the MCP endpoint, if it is known. */
  url: string | undefined;
}

const fields = z.object({
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
});

/** Whether the client reaches this Countersign by the entry. */
export function isOwn(entry: unknown, own: OwnAddress): boolean {
  const { url, command, args = [] } = fields.safeParse(entry).data ?? {};
  if (url !== undefined) return isSameAddress(url, own.url);
  if (command === undefined || ![command, args[0]].includes(own.program) || !isBridge([command, ...args])) return false;
  const data = optionOf(args, "--data");
  const address = optionOf(args, "--url");
  if (address !== undefined) return isSameAddress(address, own.url);
  return data !== undefined && resolve(data) === own.dataFolder;
}

/** Whether the client reaches some Countersign: one behind another would ask two people about each call. */
export function isCountersign(entry: unknown): boolean {
  const { headers = {}, command, args = [] } = fields.safeParse(entry).data ?? {};
  const isKey = (value: string): boolean => /csa_|COUNTERSIGN_AGENT_KEY/.test(value);
  return (command !== undefined && isBridge([command, ...args])) || Object.values(headers).some(isKey);
}

function isBridge(words: readonly string[]): boolean {
  const at = words.findIndex((word) => /^countersign(\.mjs)?$/.test(basename(word)));
  return at >= 0 && words.slice(at + 1, at + 3).join(" ") === "mcp --stdio";
}

const optionOf = (args: readonly string[], name: string): string | undefined => args[args.indexOf(name) + 1 || args.length];

function isSameAddress(url: string, other: string | undefined): boolean {
  if (other === undefined || !URL.canParse(url)) return false;
  const [a, b] = [new URL(url), new URL(other)];
  const isSameHost = a.hostname === b.hostname || (isLoopback(a.hostname) && isLoopback(b.hostname));
  return isSameHost && a.port === b.port && a.protocol === b.protocol && a.pathname === b.pathname;
}
