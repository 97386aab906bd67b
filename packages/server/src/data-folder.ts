import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { credentialsSchema, type Credentials } from "@countersign/protocol";
import { z } from "zod";
import { parseJson } from "./core/parse-json.ts";

/** Everything that the server stores beside its database; readable by the owner only. */
export interface DataFolder {
  databaseFolder: string;
  /** Secrets that sign sessions, unless the environment sets them; the first is generated on first use. */
  readSecrets(): Promise<Secrets>;
  /** Puts a new secret first and keeps the former first one, so that nobody is signed out. */
  rotateSecret(): Promise<void>;
  /** Keys of stored credentials, unless the environment sets them. */
  keyFile: { path: string; read(): Promise<string | undefined>; write(text: string): Promise<void> };
  /** `agent.json`: credentials for agents on this machine. */
  readAgentFile(): Promise<Credentials | undefined>;
  writeAgentFile(credentials: Credentials): Promise<void>;
  /** `credentials.json` of versions that stored an administrator's token beside the agent's key. */
  readFormerFile(): Promise<FormerCredentials | undefined>;
  removeFormerFile(): Promise<void>;
  /** File for the sign-in link of a start whose output is stored. */
  signInLinkPath: string;
  writeSignInLink(url: string): Promise<void>;
  removeSignInLink(): Promise<void>;
}

/** The first signs, all are accepted. */
export type Secrets = readonly [string, ...string[]];

/** Files and folders that the server and the command line keep in the data folder. `files` and `workspaces` are for agents. */
const OWN_NAMES = "database assets imported secret secret.key agent.json credentials.json sign-in-link countersign.yaml".split(
  " ",
);

/** Whether a file or folder in the data folder is one of these, or an unfinished or locked one. */
export const isOwnName = (name: string): boolean => OWN_NAMES.some((own) => name === own || name.startsWith(`${own}.`));

const newSecret = (): string => randomBytes(32).toString("base64url");

const formerCredentialsSchema = credentialsSchema.extend({ userToken: z.string() });
export type FormerCredentials = z.infer<typeof formerCredentialsSchema>;

export async function openDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const secretPath = join(path, "secret");
  const knownSecrets = async (): Promise<string[]> =>
    ((await readOrNothing(secretPath)) ?? "").split(/\s+/).filter((secret) => secret !== "");
  const agentPath = join(path, "agent.json");
  const formerPath = join(path, "credentials.json");
  const signInLinkPath = join(path, "sign-in-link");
  const keyPath = join(path, "secret.key");
  return {
    databaseFolder: join(path, "database"),
    async readSecrets() {
      const [first, ...others] = await knownSecrets();
      if (first !== undefined) return [first, ...others];
      const secret = newSecret();
      await writePrivately(secretPath, `${secret}\n`);
      return [secret];
    },
    async rotateSecret() {
      const [former] = await knownSecrets();
      await writePrivately(secretPath, [newSecret(), ...(former === undefined ? [] : [former]), ""].join("\n"));
    },
    keyFile: {
      path: keyPath,
      read: () => readOrNothing(keyPath),
      write: (text) => writePrivately(keyPath, text),
    },
    readAgentFile: () => readAs(credentialsSchema, agentPath),
    writeAgentFile: (credentials) => writePrivately(agentPath, `${JSON.stringify(credentials, null, 2)}\n`),
    readFormerFile: () => readAs(formerCredentialsSchema, formerPath),
    removeFormerFile: () => rm(formerPath, { force: true }),
    signInLinkPath,
    writeSignInLink: (url) => writePrivately(signInLinkPath, `${url}\n`),
    removeSignInLink: () => rm(signInLinkPath, { force: true }),
  };
}

async function readAs<T>(schema: z.ZodType<T>, path: string): Promise<T | undefined> {
  const text = await readOrNothing(path);
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`${path} cannot be read; restore it or remove it`);
  return parsed.data;
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes atomically (temporary file and rename), and never readable by others. */
async function writePrivately(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.new`;
  const file = await open(unfinished, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
