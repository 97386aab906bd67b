import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findConfigFile } from "../../src/config-file.ts";
import { followConfigFile, type FollowedConfigFile } from "../../src/follow-config-file.ts";
import { until } from "../support/until.ts";

const LOOK_MS = 20;
const textOf = (...names: string[]): string =>
  `upstreams:\n${names.map((name) => `  ${name}: { url: "https://${name}.example/mcp" }\n`).join("")}`;

let folder: string;
let path: string;
let applied: string[][];
let logged: string[];
let looks: number;
let breaks: boolean;
/** Called before each look. */
let onLook: () => Promise<void>;
let followed: FollowedConfigFile | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-config-"));
  path = join(folder, "countersign.yaml");
  [applied, logged, looks, breaks] = [[], [], 0, false];
  onLook = async () => undefined;
});
afterEach(async () => {
  await followed?.stop();
  await rm(folder, { recursive: true, force: true });
});

function follow(startedWith?: string): void {
  followed = followConfigFile({
    find: async () => {
      looks += 1;
      await onLook();
      return findConfigFile(undefined, folder);
    },
    env: {},
    startedWith: startedWith === undefined ? undefined : { path, text: startedWith },
    apply: async ({ upstreams }) => {
      if (breaks) throw new Error("the database does not answer");
      applied.push(upstreams.map(({ name }) => name));
    },
    log: (_level, message) => void logged.push(message),
    lookMs: LOOK_MS,
  });
}
/** As editors do, so that no look finds it empty. */
async function write(text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
/** A settled file is applied at the second look; the third one begins when the second is done. */
async function untilLookedAt(): Promise<void> {
  const from = looks;
  await until(() => looks >= from + 4);
}

test("G50 servers written into the file while the server runs are taken up, and a changed and a removed one are followed", async () => {
  follow();
  await untilLookedAt();
  await write(textOf("a"));
  await until(() => applied.length === 1);
  await write(textOf("a", "b"));
  await until(() => applied.length === 2);
  await write(textOf("b"));
  await until(() => applied.length === 3);
  expect(applied).toEqual([["a"], ["a", "b"], ["b"]]);
});

test("what the start has read is not applied again", async () => {
  await write(textOf("a"));
  follow(textOf("a"));
  await untilLookedAt();
  expect(applied).toEqual([]);
  expect(logged).toEqual([]);
});

test.each([
  ["gone", () => rm(path), "countersign.yaml is gone or empty"],
  ["empty", () => write("\n"), "countersign.yaml is gone or empty"],
  ["full of comments only", () => write("# upstreams:\n---\n"), "countersign.yaml is gone or empty"],
  ["no YAML", () => write("upstreams: ["), "countersign.yaml:1"],
  ["with a wrong setting", () => write(`${textOf("a")}  b: { url: 7, trust: full }\n`), "countersign.yaml:3"],
  ["twice", () => writeFile(join(folder, "..", "countersign.yaml"), textOf("b")), "there are two files countersign.yaml"],
] as const)("G50 a file that is %s changes nothing and is told once; mended, it applies", async (_what, spoil, told) => {
  folder = join(folder, "data");
  path = join(folder, "countersign.yaml");
  await mkdir(folder);
  await write(textOf("a"));
  follow(textOf("a"));
  await spoil();
  await until(() => logged.length > 0);
  await untilLookedAt();
  expect(applied).toEqual([]);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain(told);
  expect(logged[0]).toContain("stay as they are");
  await rm(join(folder, "..", "countersign.yaml"), { force: true });
  await write(textOf("c"));
  await until(() => applied.length > 0);
  expect(applied).toEqual([["c"]]);
});

test("G50 a file that is still being written is left until it is whole", async () => {
  await write(textOf("a", "b", "c"));
  let written = 0;
  // What is written until then is a valid file each time, and names fewer servers.
  onLook = async () => {
    written += 1;
    if (written < 10) await write(`${textOf("a")}${"# and so on\n".repeat(written)}`);
    else await write(textOf("a", "b", "c", "d"));
  };
  follow(textOf("a", "b", "c"));
  await until(() => applied.length > 0);
  expect(applied).toEqual([["a", "b", "c", "d"]]);
});

test("what could not be applied is tried again until it is, and told once", async () => {
  follow();
  breaks = true;
  await write(textOf("a"));
  await until(() => logged.length > 0);
  await untilLookedAt();
  expect(logged).toEqual([expect.stringContaining("the database does not answer")]);
  breaks = false;
  await until(() => applied.length > 0);
  expect(applied).toEqual([["a"]]);
});

test("what could not be applied and was taken back is taken back", async () => {
  await write(textOf("a"));
  follow(textOf("a"));
  breaks = true;
  await write(textOf("b"));
  await until(() => logged.length > 0);
  await write(textOf("a"));
  await untilLookedAt();
  breaks = false;
  await until(() => applied.length > 0);
  expect(applied).toEqual([["a"]]);
});

test("once stopped, nothing is applied, also of a look that has begun", async () => {
  await write(textOf("a"));
  follow(textOf("a"));
  await write(textOf("b"));
  let stopped: Promise<void> | undefined;
  await new Promise<void>((resolve) => {
    // The second look finds the file settled.
    let seen = 0;
    onLook = async () => {
      seen += 1;
      if (seen < 2) return;
      stopped ??= followed?.stop();
      resolve();
    };
  });
  await stopped;
  expect(applied).toEqual([]);
});
