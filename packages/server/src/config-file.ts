import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { upstreamHeaders, upstreamUrl } from "@countersign/protocol";
import { isMap, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import type { z } from "zod";
import { configFileSchema, findMisplaced, type ConfiguredUpstream } from "./config-file-schema.ts";
import { NO_SIGN_ON, type SignOnProvider, type SignOnSettings } from "./identity/sign-on/sign-on-settings.ts";
import { issuerSchema, type ConfiguredProvider } from "./sign-in-schema.ts";
import { resolveReferences } from "./config-references.ts";
import { ConfigFault } from "./config.ts";
import { isTooShort, SHORTEST_SECRET } from "./core/mask-secrets.ts";
import { childEnvironment } from "./tools/upstreams/child-environment.ts";
import { isSecretName, maskArguments } from "./core/mask-arguments.ts";
import type { FileUpstream } from "./tools/upstreams/create-upstreams.ts";
import type { UpstreamTarget } from "./tools/upstreams/upstream-spec.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Path = readonly PropertyKey[];

const NAME = "countersign.yaml";

/** Where the configuration file may be: the named one, or one in the data folder or beside it. */
export const configFilePlaces = (named: string | undefined, dataFolder: string): string[] =>
  named === undefined ? [join(dataFolder, NAME), join(dirname(dataFolder), NAME)] : [resolve(named)];

/** Returns the named file, or the one in the data folder or beside it; undefined if there is none. Throws if both exist. */
export async function findConfigFile(named: string | undefined, dataFolder: string): Promise<string | undefined> {
  if (named !== undefined) return resolve(named);
  const found: string[] = [];
  for (const place of configFilePlaces(named, dataFolder)) if ((await readOrNothing(place)) !== undefined) found.push(place);
  if (found.length > 1)
    throw new ConfigFault([`there are two files ${NAME}, ${found.join(" and ")}: choose one with --config`]);
  return found[0];
}

/** Throws a `ConfigFault` if the file cannot be read. */
export async function readConfigFile(path: string): Promise<string> {
  const text = await readOrNothing(path);
  if (text === undefined) throw new ConfigFault([`${path} cannot be read`]);
  return text;
}

/** Parsed content of `countersign.yaml`. */
export interface ConfigFile {
  upstreams: FileUpstream[];
  signOn: SignOnSettings;
}

export const NO_CONFIG_FILE: ConfigFile = { upstreams: [], signOn: NO_SIGN_ON };

/** Reads `countersign.yaml`. Throws a `ConfigFault` with all faults and their lines. Messages do not repeat values, which may be secrets. */
export function parseConfigFile(text: string, path: string, env: Env): ConfigFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const at = (offset: number | undefined): string => (offset === undefined ? path : `${path}:${lines.linePos(offset).line}`);
  if (document.errors.length > 0) {
    throw new ConfigFault(document.errors.map(({ message, pos }) => `${at(pos[0])}: ${message}`));
  }
  const faults: { offset: number; words: string }[] = [];
  const fault = (where: Path, message: string): void => {
    const offset = offsetOf(document, where);
    const name = where.map(String).join(".");
    faults.push({ offset, words: `${at(offset)}: ${name === "" ? "" : `${name}: `}${message}` });
  };
  const stop = (): never => {
    throw new ConfigFault(faults.sort((a, b) => a.offset - b.offset).map(({ words }) => words));
  };

  // Limits the expansion of aliases, so that a small file cannot become a huge one.
  const written = readDocument(document, path);
  const parsed = configFileSchema.safeParse(written);
  for (const issue of parsed.error?.issues ?? []) for (const [where, message] of readIssue(issue)) fault(where, message);
  for (const [name, upstream] of entriesOf(entriesOf(written).find(([key]) => key === "upstreams")?.[1])) {
    if (!isObject(upstream)) continue;
    for (const [where, message] of findMisplaced(upstream)) fault(["upstreams", name, ...where], message);
  }
  if (!parsed.success || faults.length > 0) return stop();
  const upstreams = Object.entries(parsed.data.upstreams).map(([name, configured]) =>
    toSpec(name, configured, {
      env,
      folder: dirname(path),
      fault: (where, message) => fault(["upstreams", name, ...where], message),
    }),
  );
  const { passwords, providers } = parsed.data.signIn ?? { ...NO_SIGN_ON, providers: {} };
  const signOn: SignOnSettings = {
    passwords,
    providers: Object.entries(providers).map(([id, configured]) =>
      toProvider(id, configured, env, (where, message) => fault(["signIn", "providers", id, ...where], message)),
    ),
  };
  const issuers = new Map<string, string>();
  for (const { id, issuer } of signOn.providers) {
    const other = issuers.get(issuer);
    if (other !== undefined) fault(["signIn", "providers", id, "issuer"], `is the issuer of ${other} already`);
    issuers.set(issuer, id);
  }
  return faults.length > 0 ? stop() : { upstreams, signOn };
}

function toProvider(
  id: string,
  configured: ConfiguredProvider,
  env: Env,
  fault: (where: Path, message: string) => void,
): SignOnProvider {
  const read = (key: "issuer" | "clientId" | "clientSecret", text: string): string => {
    const { value, faults } = resolveReferences(text, env);
    for (const message of faults) fault([key], message);
    return value;
  };
  const { name, clientAuthentication, domains, trustEmail, groupsClaim, sessionHours } = configured;
  const issuer = read("issuer", configured.issuer);
  for (const { message } of issuerSchema.safeParse(issuer).error?.issues ?? []) fault(["issuer"], message);
  return {
    id,
    name,
    issuer,
    clientId: read("clientId", configured.clientId),
    clientSecret: configured.clientSecret === undefined ? undefined : read("clientSecret", configured.clientSecret),
    clientAuthentication,
    scopes: [...new Set(["openid", ...configured.scopes])],
    domains,
    trustsEmail: trustEmail,
    groupsClaim,
    sessionHours,
    members: configured.members.map(({ workspace, group, role, teams }) => ({ workspaceId: workspace, group, role, teams })),
  };
}

function readDocument(document: Document.Parsed, path: string): unknown {
  try {
    return (document.toJS({ maxAliasCount: 100 }) as unknown) ?? {};
  } catch {
    // The library's message repeats the text, which may be a secret.
    throw new ConfigFault([
      `${path}: a word that begins with * is an unknown anchor, or there are too many anchors; quote the word if it is not an anchor`,
    ]);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

function* readIssue(issue: z.core.$ZodIssue): Generator<[Path, string]> {
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) yield [[...issue.path, key], "there is no such setting"];
  } else if (issue.code === "invalid_key") {
    yield [issue.path, issue.issues.map(({ message }) => message).join(", ")];
  } else {
    yield [issue.path, issue.message];
  }
}

/** Returns the offset of the key at a path, or of its nearest existing ancestor. */
function offsetOf(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (!pair) break;
      offset = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      node = pair.value;
    } else {
      const child: unknown = (node as { items?: unknown[] } | null)?.items?.[Number(key)];
      if (child === undefined) break;
      offset = (child as { range?: [number] }).range?.[0] ?? offset;
      node = child;
    }
  }
  return offset;
}

interface Context {
  env: Env;
  folder: string;
  fault(where: Path, message: string): void;
}

function toSpec(name: string, configured: ConfiguredUpstream, { env, folder, fault }: Context): FileUpstream {
  const { trust, prefix = name, enabled, era, tools, command, url, args = [], plain } = configured;
  const secrets: string[] = [];
  const unmasked: string[] = [];
  /** Records a secret. Existing paths are none, and masking them would make results full of paths unusable. */
  const keep = (named: string, value: string): void => {
    if (plain.includes(named) || (isAbsolute(value) && existsSync(value))) return;
    if (value.length >= SHORTEST_SECRET) secrets.push(value);
    if (isTooShort(value) && isSecretName(named) && !unmasked.includes(named)) unmasked.push(named);
  };
  const read = (where: Path, text: string, named?: string): string => {
    const { value, found, faults } = resolveReferences(text, env);
    for (const message of faults) fault(where, message);
    if (named === undefined || !plain.includes(named)) for (const one of found) keep(one.name, one.value);
    if (named !== undefined) keep(named, value);
    return value;
  };
  const readAll = (key: "env" | "headers"): Record<string, string> =>
    Object.fromEntries(Object.entries(configured[key] ?? {}).map(([each, text]) => [each, read([key, each], text, each)]));

  const { workspace, sharing, maxConnections, allowQuestions, callSeconds, maxResultMebibytes, maxTools } = configured;
  const limits = { callSeconds, maxResultMebibytes, maxTools };
  const guards = { trust, sharing, maxConnections, allowQuestions, limits, unmasked };
  const place = workspace === undefined ? {} : { workspaceId: workspace };
  const common = { ...place, name, origin: "file" as const, secrets, prefix, enabled, era, tools, ...guards };
  if (command !== undefined) {
    const { sandbox } = configured;
    const target: UpstreamTarget = {
      transport: "stdio",
      command: read(["command"], command),
      args: args.map((arg, n) => read(["args", n], arg)),
      env: childEnvironment(env, readAll("env")),
      cwd: configured.cwd === undefined ? folder : resolve(folder, read(["cwd"], configured.cwd)),
      ...(sandbox && {
        sandbox: {
          mode: sandbox.mode,
          isReadOnly: sandbox.files === "read-only",
          hasNetwork: sandbox.network === "on",
          writable: (sandbox.write ?? []).map((path, n) => resolve(folder, read(["sandbox", "write", n], path))),
        },
      }),
    };
    return { ...common, target, shownTarget: maskArguments([command, ...args]), headerNames: [] };
  }
  const written = url ?? "";
  const target: UpstreamTarget = {
    transport: configured.transport ?? "http",
    url: read(["url"], written),
    headers: readAll("headers"),
    allowPrivate: configured.allowPrivate ?? false,
  };
  const isUrl = upstreamUrl.safeParse(target.url);
  if (!isUrl.success) fault(["url"], isUrl.error.issues[0]?.message ?? "is not an address");
  if (isUrl.success) secrets.push(...new URL(target.url).searchParams.values());
  const areHeaders = upstreamHeaders.safeParse(target.headers);
  for (const issue of areHeaders.success ? [] : areHeaders.error.issues) fault(["headers", ...issue.path], issue.message);
  return { ...common, target, shownTarget: written, headerNames: Object.keys(target.headers).sort() };
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new ConfigFault([`${path} cannot be read (${code ?? "unknown"})`]);
  }
}
