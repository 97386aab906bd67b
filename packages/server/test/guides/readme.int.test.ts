import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/start-test-server.ts";
import { until } from "../support/until.ts";
import { readPage, root } from "./code-blocks/read-pages.ts";
import { READ_SETTINGS } from "./code-blocks/read-settings.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const readme = read("README.md");
const { blocks } = readPage("README.md", readme);

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  // Inside the repository, where the program finds the packages that it imports.
  await mkdir(join(root, ".cache"), { recursive: true });
  folder = await mkdtemp(join(root, ".cache/readme-"));
  await mkdir(join(folder, ".data"));
  await writeFile(join(folder, ".data/agent.json"), JSON.stringify(server.credentials));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Items {
  items: { id: string; digest: string; toolName: string }[];
}

async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(server.credentials.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${server.userToken}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as T;
}

test("the README's program, saved and run as it is written, waits for a person and then runs once", async () => {
  const [program] = blocks.filter(({ language }) => language === "js");
  await writeFile(join(folder, "close-account.mjs"), program?.text ?? "");
  const { key } = await ask<{ key: string }>("/api/keys", { kind: "worker", name: "bank" });
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=@countersign/source", "close-account.mjs"], {
    cwd: folder,
    env: { ...process.env, COUNTERSIGN_WORKER_KEY: key },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const printed = text(child.stdout);
  const { items } = await until(
    () => ask<Items>("/api/pending-actions?status=pending"),
    (page) => page.items.length > 0,
  );
  expect(items.map(({ toolName }) => toolName)).toEqual(["close_account"]);
  await ask(`/api/pending-actions/${items[0]?.id}/approve`, { digest: items[0]?.digest });
  expect(await ended).toBe(0);
  const said = /it prints\s+`([^`]+)`/.exec(readme)?.[1];
  expect((await printed).split("\n").slice(0, 2)).toEqual([`Approve it in the inbox: ${server.credentials.url}`, said]);
});

test("the README's line for Claude Code passes the address and the key of the agent", async () => {
  const script = blocks.find((block) => block.text.includes("claude mcp add"))?.text ?? "";
  const shown = `claude() { printf '%s\\n' "$@"; }\n${script}`;
  const { stdout } = await promisify(execFile)("/bin/sh", ["-ec", shown], { cwd: folder });
  expect(stdout.trim().split("\n").slice(2)).toEqual([
    "--transport",
    "http",
    "countersign",
    "http://127.0.0.1:7420/mcp",
    "--header",
    `Authorization: Bearer ${server.credentials.agentKey}`,
  ]);
  expect(new URL(server.credentials.mcpUrl).pathname).toBe("/mcp");
});

/** Rows of a table, cell by cell. */
const rowsOf = (page: string): string[][] =>
  page
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test("the README's comparison says what the measured one says", () => {
  const sections = read("docs/adapters/comparison.md").split(/^## /m);
  const [head = [], , ...rows] = rowsOf(readme);
  expect(head.slice(0, 2)).toEqual(["attack", "Countersign"]);
  expect(rows).toHaveLength(5);
  for (const [attack = "", ours, ...theirs] of rows)
    for (const [at, name] of head.slice(2).entries()) {
      const section = sections.find((each) => each.startsWith(`${name} (`)) ?? "";
      const measured = rowsOf(section).find(([first]) => first === attack) ?? [];
      const verdicts = measured.slice(1).map((cell) => /^\**((?:not )?held)/.exec(cell)?.[1]);
      expect([name, attack, ours, theirs[at]]).toEqual([name, attack, ...verdicts]);
    }
});

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
const anchorsIn = (page: string): string[] => [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));

test.each(["README.md", "docs/overview.md", "docs/configuration.md"])("every link of %s leads somewhere", (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
  expect(links.length).toBeGreaterThan(5);
  const broken = links.filter(([, path = "", anchor]) => {
    const target = join(root, dirname(page), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsIn(readFileSync(target, "utf8")).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test("the README leads to every page of the documentation", () => {
  const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.startsWith("decisions/"))
    .filter((name) => !name.startsWith("adapters/") || name === "adapters/README.md" || name === "adapters/comparison.md");
  expect(pages.filter((name) => !readme.includes(`](docs/${name})`))).toEqual([]);
});

test("the page about configuration lists what the server and its command line read, and nothing else", () => {
  const listed = rowsOf(read("docs/configuration.md")).flatMap(([first = ""]) =>
    [...first.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  );
  expect(listed.toSorted()).toEqual([...READ_SETTINGS].toSorted());
});
