import { basename, resolve } from "node:path";
import { z } from "zod";
import { isLoopback } from "../core/is-loopback.ts";

/** How a client reaches this Countersign. */
export interface OwnAddress {
  /** Path of the program. */
  program: string;
  dataFolder: string;
  /** Folder that the program takes if none is named. */
  defaultFolder: string;
  /** Address of the MCP endpoint, if it is known. */
  url: string | undefined;
}

const fields = z.object({
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
});

/**
 * Whether the client reaches this Countersign by the entry. `outdated`: it names the same data folder or address, and another
 * program.
 */
export function kindOfOwn(entry: unknown, own: OwnAddress): "own" | "outdated" | undefined {
  const { serverUrl, url = serverUrl, command, args = [] } = fields.safeParse(entry).data ?? {};
  if (url !== undefined) return isSameAddress(url, own.url) ? "own" : undefined;
  if (command === undefined || !isBridge([command, ...args])) return undefined;
  const address = optionOf(args, "--url");
  const isSame =
    address === undefined
      ? resolve(optionOf(args, "--data") ?? own.defaultFolder) === own.dataFolder
      : isSameAddress(address, own.url);
  if (!isSame) return undefined;
  return args[0] === own.program && /^node(\.exe)?$/.test(basename(command)) ? "own" : "outdated";
}

/** Whether the client reaches some Countersign: one behind another would ask two people about each call. */
export function isCountersign(entry: unknown, own: OwnAddress): boolean {
  const { headers = {}, command, args = [] } = fields.safeParse(entry).data ?? {};
  const words = command === undefined ? [] : [command, ...args];
  const isKey = (value: unknown): boolean => /csa_|COUNTERSIGN_AGENT_KEY/.test(String(value));
  return (
    isBridge(words) ||
    isWrap(words) ||
    [...Object.values(headers), ...words].some(isKey) ||
    words.some((one) => isSameAddress(one, own.url))
  );
}

/** Whether the words start `countersign wrap`, through which a client reaches one server behind the gate. */
function isWrap(words: readonly string[]): boolean {
  const at = words.findIndex(isProgram);
  return at >= 0 && words[at + 1] === "wrap";
}

const isProgram = (word: string): boolean => /^countersign(\.mjs|@.*)?$/.test(basename(word));

function isBridge(words: readonly string[]): boolean {
  const at = words.findIndex(isProgram);
  return at >= 0 && words[at + 1] === "mcp" && words.includes("--stdio");
}

function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? args.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) : args[at + 1];
}

function isSameAddress(url: string, other: string | undefined): boolean {
  if (other === undefined || !URL.canParse(url)) return false;
  const [a, b] = [new URL(url), new URL(other)] as const;
  const isSameHost = a.hostname === b.hostname || (isLoopback(a.hostname) && isLoopback(b.hostname));
  const pathOf = ({ pathname }: URL): string => pathname.replace(/\/$/, "");
  return isSameHost && a.port === b.port && a.protocol === b.protocol && pathOf(a) === pathOf(b);
}
