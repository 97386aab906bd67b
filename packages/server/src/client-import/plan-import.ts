import { isDeepStrictEqual } from "node:util";
import { upstreamName } from "@countersign/protocol";
import { z } from "zod";
import { kindOfOwn, type OwnAddress } from "./own-entry.ts";
import { isOff, readEntry, texts } from "./read-entry.ts";

/** What becomes of the servers of a client's settings. */
export interface ImportPlan {
  gated: GatedServer[];
  /** Servers that stay with the client, and why. `isTaken`: another server has the name, and `replaces` would replace it. */
  left: { from: string; why: string; isTaken: boolean }[];
  /** Name under which the client reaches this Countersign already; undefined if it does not. */
  ownName: string | undefined;
  /** Names of entries that start this Countersign by another program, such as an earlier installation; they are replaced. */
  outdated: string[];
}

export interface GatedServer {
  /** Name in the client's settings. */
  from: string;
  /** Name in `countersign.yaml`. */
  name: string;
  /** Entry of `countersign.yaml`. */
  upstream: Record<string, unknown>;
  /** `countersign.yaml` has it already; only the client has to let go of it. */
  isPresent: boolean;
  /** It takes the place of another server of this name. */
  isReplaced: boolean;
  /** What it runs or reaches, and with what, without values that may be secrets. */
  shown: string;
}

export interface PlanOptions {
  /** The client's settings file; what is relative in it is so to the folder of its project. */
  path: string;
  /** Entries of `countersign.yaml`. */
  present: Readonly<Record<string, unknown>>;
  trust: "trusted" | "untrusted";
  /** A server of `countersign.yaml` with the same name is replaced, unless it belongs to a workspace that the file names. */
  replaces: boolean;
  own: OwnAddress;
}

/** Decides for each server of a client's settings whether it goes behind the gate. Reads and writes no file. */
export function planImport(servers: readonly [string, unknown][], options: PlanOptions): ImportPlan {
  const plan: ImportPlan = { gated: [], left: [], ownName: undefined, outdated: [] };
  const taken = new Set(Object.keys(options.present));
  for (const [from, entry] of servers) {
    const own = isOff(entry) ? undefined : kindOfOwn(entry, options.own);
    if (own !== undefined) {
      if (own === "own") plan.ownName ??= from;
      else plan.outdated.push(from);
      continue;
    }
    const name = nameOf(from);
    const read = readEntry(name, entry, options);
    if ("why" in read) {
      plan.left.push({ from, why: read.why, isTaken: false });
      continue;
    }
    const present = options.present[name];
    const isPresent = isSameServer(present, read.upstream);
    const isDouble = plan.gated.some((one) => one.name === name);
    const isReplaceable = !isDouble && fieldsOf(present)["workspace"] === undefined;
    if (taken.has(name) && (isDouble || !(isPresent || (options.replaces && isReplaceable)))) {
      const why = `countersign.yaml has another server ${name}; rename this one`;
      plan.left.push({ from, why, isTaken: isReplaceable });
      continue;
    }
    taken.add(name);
    const isReplaced = present !== undefined && !isPresent;
    const upstream = isReplaced ? { ...keptOf(present, read.upstream), ...read.upstream } : read.upstream;
    plan.gated.push({ from, name, isPresent, isReplaced, upstream, shown: read.shown });
  }
  return plan;
}

/** Fields of an entry that are as good for another command or address. Permissions and settings of its tools are not. */
const KEPT = ["prefix", "era", "sharing", "maxConnections", "callSeconds", "maxResultMebibytes", "maxTools"];

const fieldsOf = (entry: unknown): Record<string, unknown> => z.record(z.string(), z.unknown()).safeParse(entry).data ?? {};

/** A sandbox is kept for another command, unless it is switched off. */
const keptOf = (entry: unknown, next: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fieldsOf(entry)).filter(
      ([key, value]) => KEPT.includes(key) || (key === "sandbox" && "command" in next && !isSwitchedOff(value)),
    ),
  );

const isSwitchedOff = (sandbox: unknown): boolean => sandbox === "off" || fieldsOf(sandbox)["mode"] === "off";

/** A name that `countersign.yaml` takes, as close as possible. */
export function nameOf(from: string): string {
  const name = from
    .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 40);
  return upstreamName.safeParse(name).success ? name : "server";
}

/** Whether both run or reach the same, with the same. How the gate treats it is another matter. */
export function isSameServer(present: unknown, upstream: Record<string, unknown>): boolean {
  const [a, b] = [present, upstream].map((entry) => sameFields.safeParse(entry).data);
  return a !== undefined && isDeepStrictEqual(a, b);
}

const sameFields = z.object({
  command: z.string().optional(),
  args: z.array(z.unknown().transform(String)).default([]),
  env: texts.default({}),
  cwd: z.string().optional(),
  url: z.string().optional(),
  transport: z.string().default("http"),
  headers: texts.default({}),
});
