import { spawn } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { childArguments } from "../../../src/tools/connectors/content/templates/child-arguments.ts";
import { TEMPLATE_LANGUAGE, TEMPLATE_LIMITS } from "../../../src/tools/connectors/content/templates/language.ts";
import { EXAMPLES, ITEMS } from "./examples.ts";
import { findTemplateFault, renderTemplate } from "../../../src/tools/connectors/content/templates/render-template.ts";
import { runChild } from "../../../src/tools/connectors/content/templates/run-child.ts";

const render = (source: string, context = {}, limits = {}) => renderTemplate({ source, context, limits });

const ENDLESS = `{% for i in 1..10000 %}{% for j in 1..10000 %}{% for k in 1..10000 %}{% endfor %}{% endfor %}{% endfor %}`;
const MERGING = `{% set l = [1] %}{% for i in 1..60 %}{% set l = l|merge(l) %}{% endfor %}{{ l|length }}`;
/** Needs some hundred megabytes: more than a render's limit, less than an unlimited process has. */
const DOUBLING = `{% set s = "a" %}{% for i in 1..26 %}{% set s = s ~ s %}{% endfor %}{{ s|upper|length }}`;

const processes = () => process.getActiveResourcesInfo().filter((kind) => kind === "ProcessWrap").length;
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
/** The time limit of a render, which a paused machine uses up; only tests of the limit itself have it. */
const OWN_MILLISECONDS = TEMPLATE_LIMITS.milliseconds;
const temporary = mkdtempSync(join(tmpdir(), "countersign-containment-"));
const { TMPDIR } = process.env;

beforeAll(() => {
  process.env["TMPDIR"] = temporary;
  TEMPLATE_LIMITS.milliseconds = 60_000;
});
afterAll(() => {
  TEMPLATE_LIMITS.milliseconds = OWN_MILLISECONDS;
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;
  rmSync(temporary, { recursive: true, force: true });
});
// However a render ends, it leaves no process, not even a zombie, and no folder.
afterEach(async () => {
  while (processes() > 0) await pause();
  const left = readdirSync(temporary);
  if (left.length > 0) throw new Error(`there is left ${left.join(", ")}`);
});

describe("G20 a template in a process of its own", () => {
  it("is rendered, and the same twice", async () => {
    const source = `<h1 title='{{ t }}'>{{ t }}</h1>{% for p in l %}<p>{{ p|number_format(2) }} {{ day|date }}</p>{% endfor %}`;
    const context = { t: "A & 'B'", l: [1, 2.5], day: "2026-01-31" };
    const first = await render(source, context);
    expect(first).toEqual({
      ok: true,
      html: "<h1 title='A &amp; &#039;B&#039;'>A &amp; &#039;B&#039;</h1><p>1.00 January 31, 2026 00:00</p><p>2.50 January 31, 2026 00:00</p>",
    });
    expect(await render(source, context)).toEqual(first);
  });

  it("has there what it has elsewhere", async () => {
    // The separator is not a line end, because a tag removes the one after it.
    const rendered = await render(EXAMPLES.map(([source]) => source).join("¶"), ITEMS);
    expect(rendered.ok ? rendered.html.split("¶") : rendered).toEqual(EXAMPLES.map(([, html]) => html));
  });

  it("is checked without data and without being run", async () => {
    expect(await findTemplateFault(`{{ missing }}${ENDLESS}`)).toBeUndefined();
    expect(await findTemplateFault(`\n{{ x|raw }}`)).toMatchObject({ code: "forbidden", line: 2 });
    expect(await findTemplateFault(`{% if %}`)).toMatchObject({ code: "syntax", line: 1 });
    expect(await findTemplateFault("x".repeat(TEMPLATE_LIMITS.sourceBytes + 1))).toMatchObject({ code: "too_large" });
  });

  it.each([
    [`{% include "/etc/passwd" %}`, "forbidden"],
    [`{{ source("/etc/passwd") }}`, "forbidden"],
    [`{{ constant("process") }}`, "forbidden"],
    [`{{ o["constructor"]["constructor"]("return process")() }}`, "syntax"],
    [`{{ o["constructor"]["constructor"] }}`, "failed"],
    [`{% for i in 1..99999999 %}x{% endfor %}`, "too_large"],
  ])("is refused for %s", async (source, code) => expect(await render(source, { o: {} })).toMatchObject({ ok: false, code }));
});

describe("G20 what it writes is looked at", () => {
  it.each<[source: string, named: RegExp]>([
    [`<script>alert(1)</script>`, /output, line 1: <script> is not allowed/],
    [`<p>\n<img src=x onerror=alert(1)>`, /output, line 2: <img> may not have the attribute onerror/],
    [`<a href="{{ address }}">x</a>`, /href of <a> must be/],
    [`<div {{ attribute }}>x</div>`, /may not have the attribute onclick/],
    [`<p style="background: {{ css }}">x</p>`, /style of <p> may not use url/],
    [`<{{ tag }}>x</{{ tag }}>`, /<script> is not allowed/],
  ])("%s", async (source, named) => {
    const context = {
      address: "javascript:alert(1)",
      attribute: "onclick=alert(1)",
      css: "url(//evil.example)",
      tag: "script",
    };
    expect(await render(source, context)).toMatchObject({
      ok: false,
      code: "forbidden",
      message: expect.stringMatching(named) as string,
    });
  });

  it.each(["java\tscript:alert(1)", " \n\u0001javascript:alert(1)", "java\r\nscript:alert(1)"])(
    "%j in a link",
    async (address) => {
      expect(await render(`<a href="{{ address }}">x</a>`, { address })).toMatchObject({ ok: false, code: "forbidden" });
    },
  );

  it("and references to characters in data stay text", async () => {
    const address = "https://a.example/?q=&#106;avascript&colon;alert(1)";
    expect(await render(`<a href="{{ address }}">x</a>`, { address })).toEqual({
      ok: true,
      html: `<a href="https://a.example/?q=&amp;#106;avascript&amp;colon;alert(1)">x</a>`,
    });
    expect(await render(`<a href="java&Tab;script&colon;{{ x }}">x</a>`, { x: "alert(1)" })).toMatchObject({
      code: "forbidden",
    });
  });
});

describe("G20 limits", () => {
  it("end what runs too long", async () =>
    expect(await render(ENDLESS, {}, { milliseconds: OWN_MILLISECONDS })).toMatchObject({ ok: false, code: "time" }));

  it.each([MERGING, `{{ "%500000000s"|format("x")|length }}`, `{% set a = [1]|batch(99999999, "x") %}{{ a|length }}`])(
    "end what fills the memory: %s",
    async (source) => {
      const rss = process.memoryUsage().rss;
      const limits = { milliseconds: OWN_MILLISECONDS };
      expect(await render(source, {}, limits)).toMatchObject({
        ok: false,
        code: expect.stringMatching(/memory|time/) as string,
      });
      expect(process.memoryUsage().rss - rss).toBeLessThan(150e6);
    },
  );

  it("end a heap that grows, by its size and not by the clock", async () => {
    const job = { source: DOUBLING, context: "{}", language: TEMPLATE_LANGUAGE, mostBytes: 1000 };
    expect(await runChild({ job, milliseconds: 60_000, mostBytes: 1000 })).toEqual({ ended: "memory" });
  });

  it("hold for output, source and data", async () => {
    const page = "x".repeat(60_000);
    const most = Math.floor(TEMPLATE_LIMITS.outputBytes / page.length);
    expect(await render(`{% for i in 1..${most} %}${page}{% endfor %}`)).toMatchObject({ ok: true });
    expect(await render(`{% for i in 1..${most + 1} %}${page}{% endfor %}`)).toMatchObject({ ok: false, code: "too_large" });
    expect(await render(`{{ x }}`, { x: "é".repeat(30) }, { outputBytes: 59 })).toMatchObject({ code: "too_large" });
    expect(await render(`{{ x }}`, { x: "é".repeat(30) }, { outputBytes: 60 })).toMatchObject({ ok: true });
    expect(await render("x".repeat(TEMPLATE_LIMITS.sourceBytes + 1))).toMatchObject({ code: "too_large" });
    expect(await render("x".repeat(TEMPLATE_LIMITS.sourceBytes))).toMatchObject({ ok: true });
    expect(await render("x", { x: "y".repeat(TEMPLATE_LIMITS.contextBytes) })).toMatchObject({ code: "too_large" });
    let deep: unknown = 1;
    for (let n = 0; n < 100_000; n += 1) deep = [deep];
    expect(await render("x", { deep })).toMatchObject({ code: "too_large" });
    expect(await render("x".repeat(100), {}, { sourceBytes: 99 })).toMatchObject({ code: "too_large" });
    expect(await render("x".repeat(TEMPLATE_LIMITS.sourceBytes + 1), {}, { sourceBytes: 1e9 })).toMatchObject({
      code: "too_large",
    });
  });

  it("hold for what we read of the process, whatever it says", async () => {
    const job = { source: "x".repeat(1000), context: "{}", language: TEMPLATE_LANGUAGE, mostBytes: 1e9 };
    expect(await runChild({ job, milliseconds: 60_000, mostBytes: 500 })).toEqual({ ended: "failed" });
    expect(await runChild({ job, milliseconds: 60_000, mostBytes: 5000 })).toMatchObject({
      line: expect.stringContaining("xxx") as string,
    });
  });
});

describe("G20 the server", () => {
  it("goes on serving while 20 templates run, of which most are hostile", async () => {
    const server = createServer((_, response) => response.end("here")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      const hostile = [ENDLESS, MERGING, DOUBLING];
      const sources = Array.from({ length: 20 }, (_, n) => [...hostile, `{{ ${n} }}`, `<script></script>`][n % 5]!);
      // The others must have the time to end by themselves.
      const limitsOf = (source: string) => (hostile.includes(source) ? { milliseconds: 300 } : {});
      let isOver = false;
      const all = Promise.all(sources.map((source) => render(source, {}, limitsOf(source)))).finally(() => (isOver = true));
      let [answers, most] = [0, 0];
      while (!isOver) {
        const isRunning = processes() > 0;
        expect(await (await fetch(address)).text()).toBe("here");
        if (isRunning && processes() > 0) answers += 1;
        most = Math.max(most, processes());
        await pause();
      }
      const rendered = await all;
      expect(answers).toBeGreaterThan(0);
      // Two processes may run, and two more may have been killed but not yet reaped.
      expect(most).toBeLessThanOrEqual(4);
      expect(rendered.filter(({ ok }) => ok).map((one) => one.ok && one.html)).toEqual(["3", "8", "13", "18"]);
      const refused = rendered.flatMap((one) => (one.ok ? [] : [one.code]));
      expect(refused.filter((code) => code === "forbidden")).toHaveLength(4);
      expect(refused.filter((code) => code === "time" || code === "memory")).toHaveLength(12);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it("refuses more than it can do, and does what it took", async () => {
    const stop = new AbortController();
    setMaxListeners(100, stop.signal);
    const run = () => renderTemplate({ source: ENDLESS, context: {} }, stop.signal);
    const taken = Array.from({ length: 52 }, run);
    const settled = Promise.allSettled(taken);
    expect(await run()).toMatchObject({ ok: false, code: "failed", message: expect.stringContaining("Too many") as string });
    stop.abort(new Error("enough"));
    expect((await settled).every(({ status }) => status === "rejected")).toBe(true);
    expect(await render("again")).toEqual({ ok: true, html: "again" });
  });

  it("ends the process of a render that is aborted, and does not wait for its time", async () => {
    const stop = new AbortController();
    const over: string[] = [];
    const other = render(ENDLESS, {}, { milliseconds: OWN_MILLISECONDS }).finally(() => over.push("other"));
    // Its time limit is four times the other's, so that it can be first only if it was killed.
    const job = { source: ENDLESS, context: "{}", language: TEMPLATE_LANGUAGE, mostBytes: 1000 };
    const task = { job, milliseconds: 4 * OWN_MILLISECONDS, mostBytes: 1000 };
    const aborted = runChild(task, stop.signal).finally(() => over.push("aborted"));
    const settled = aborted.catch((error: unknown) => error);
    while (processes() < 2) await pause();
    stop.abort(new Error("not wanted"));
    expect(await settled).toEqual(new Error("not wanted"));
    expect(await other).toMatchObject({ code: "time" });
    expect(over).toEqual(["aborted", "other"]);
    await expect(renderTemplate({ source: "x", context: {} }, stop.signal)).rejects.toThrow("not wanted");
  });

  const MAX_MS = 20_000;

  it("need not be there for a process to end", async () => {
    // A process that does not end by itself is ended here, so that the test fails before its own time is over.
    const child = spawn(process.execPath, childArguments(), {
      stdio: ["pipe", "pipe", "ignore"],
      env: {},
      timeout: MAX_MS,
      killSignal: "SIGKILL",
    });
    const ended = once(child, "close");
    await once(child.stdout, "data");
    child.stdin.end(
      JSON.stringify({ source: ENDLESS, context: "{}", language: TEMPLATE_LANGUAGE, mostBytes: 10, selfMilliseconds: 200 }),
    );
    expect(await ended).toEqual([1, null]);
  });
});

/** Replaces the renderer with code that tries to escape, as a broken-out template would; reports which attempts succeed. */
const PROBE = `
import { giveUpThePlatform } from "GIVE_UP";
import fs from "node:fs";
import child from "node:child_process";
import threads from "node:worker_threads";
import Module from "node:module";
const { stdout, env } = process;
const cwd = process.cwd();
const through = [];
const attempt = (name, run) => { try { if (run() !== undefined) through.push(name); } catch {} };
const all = (when) => {
  attempt(when + "read a file", () => fs.readFileSync("SECRET", "utf8"));
  attempt(when + "list a folder", () => fs.readdirSync("FOLDER"));
  attempt(when + "list its own folder", () => fs.readdirSync(cwd));
  attempt(when + "write a file", () => fs.writeFileSync("FOLDER/written", "x") ?? true);
  attempt(when + "remove a file", () => fs.rmSync("SECRET") ?? true);
  attempt(when + "start a program", () => child.spawnSync("NODE", ["--version"]).pid || undefined);
  attempt(when + "start a thread", () => new threads.Worker("1", { eval: true }));
  attempt(when + "make code of text", () => Function("return 1")());
  attempt(when + "make code of text by a prototype", () => ({}).constructor.constructor("return 1")());
};
all("first: ");
giveUpThePlatform();
all("then: ");
attempt("fetch", () => fetch);
attempt("WebSocket", () => WebSocket);
attempt("WebAssembly", () => WebAssembly);
attempt("process", () => process);
attempt("a timer", () => setTimeout);
attempt("load a part of the platform", () => Module.createRequire("SECRET")("node:net"));
attempt("load another file", () => Module.createRequire("SECRET")("SECRET"));
stdout.write(JSON.stringify({ through, env }));
`;

describe("G20 a process that renders", () => {
  it("can do nothing outside itself, even where a template got out of everything else", async () => {
    const folder = mkdtempSync(join(tmpdir(), "probe-"));
    try {
      const [file, secret] = [join(folder, "probe.mjs"), join(folder, "secret.cjs")];
      writeFileSync(secret, "module.exports = 1;");
      const started = childArguments();
      const giveUp = pathToFileURL(join(dirname(started.at(-1)!), "give-up-the-platform.mjs")).href;
      const given = { GIVE_UP: giveUp, SECRET: secret, FOLDER: folder, NODE: process.execPath };
      const probe = Object.entries(given).reduce((source, [name, value]) => source.replaceAll(name, value), PROBE);
      writeFileSync(file, probe);
      const run = async (flags: string[]) => {
        const child = spawn(process.execPath, [...flags, file], {
          cwd: folder,
          env: { TZ: "UTC" },
          stdio: ["ignore", "pipe", "ignore"],
        });
        return JSON.parse(await text(child.stdout)) as { through: string[]; env: Record<string, string> };
      };
      const held = await run([...started.slice(0, -1), `--allow-fs-read=${file}`]);
      expect(held).toEqual({ through: [], env: { TZ: "UTC" } });
      // Control: without the restrictions the probe's attempts succeed.
      const free = await run([]);
      expect(free.through).toEqual(
        expect.arrayContaining([
          "first: read a file",
          "first: write a file",
          "first: start a program",
          "first: start a thread",
          "first: make code of text",
        ]),
      );
      expect(free.through.filter((name) => !/^(first|then)/.test(name))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("has nothing of the server's: no environment, and an empty folder", async () => {
    const seen = mkdtempSync(join(tmpdir(), "seen-"));
    const [program, report] = [join(seen, "node"), join(seen, "report")];
    // Replaces Node.js by a program that records its environment and folder.
    writeFileSync(program, `#!/bin/sh\n{ pwd; ls -A | wc -l; env; } > ${report}\n`, { mode: 0o700 });
    const { execPath } = process;
    process.env["COUNTERSIGN_TEST_SECRET"] = "not for templates";
    try {
      process.execPath = program;
      expect(await render("x")).toMatchObject({ ok: false, code: "failed" });
      const [folder, files, ...environment] = readFileSync(report, "utf8").split("\n");
      expect(folder).toMatch(/countersign-template-\w+$/);
      expect(files?.trim()).toBe("0");
      expect(environment).toContain("TZ=UTC");
      expect(environment.join("\n")).not.toMatch(/SECRET|HOME=|NODE_|VITEST/);
    } finally {
      process.execPath = execPath;
      delete process.env["COUNTERSIGN_TEST_SECRET"];
      rmSync(seen, { recursive: true });
    }
  });

  it("is started with the walls, and may read its own sources and the engine's", () => {
    const flags = childArguments();
    expect(flags).toEqual(
      expect.arrayContaining(["--disallow-code-generation-from-strings", "--max-old-space-size=64", "--no-addons"]),
    );
    expect(flags.filter((flag) => /allow-(fs-write|child|worker|addons|wasi|net)/.test(flag))).toEqual([]);
    const folders = flags.flatMap((flag) =>
      flag.startsWith("--allow-fs-read=") ? [flag.slice("--allow-fs-read=".length)] : [],
    );
    for (const folder of folders) expect(folder).toMatch(/templates\/child\/$|node_modules\/[^/]+\/$/);
    expect(readdirSync(folders[0]!).every((name) => name.endsWith(".mjs"))).toBe(true);
    const packages = folders
      .slice(1)
      .map((folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string });
    expect(packages.map(({ name }) => name)).toContain("twing");
  });
});
