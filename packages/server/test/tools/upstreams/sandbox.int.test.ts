import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { createCommandSandbox } from "../../../src/tools/upstreams/command-sandbox.ts";
import { until } from "../../support/until.ts";
import { found, hasSandbox, makePlaces, nosy, NOSY_SERVER, runIn, setting } from "./sandbox-support.ts";
import { closeAll, online, open, runNode, specOf } from "./support.ts";

afterEach(closeAll);

test("G57 a command sees neither the data folder nor the sign-ins nor the settings; what it works with stays", async () => {
  const { dataFolder, signIns, settings, work, sandbox } = await makePlaces();
  const { upstream } = await online(specOf(nosy(work)), sandbox);
  const all = `cat ${dataFolder}/secret ${dataFolder}/database/page ${dataFolder}/files/note ${signIns}/sign-in.json ${settings}`;
  const { stdout } = await runIn(upstream, `${all}; ls -A ${dataFolder} ${signIns}`);
  if (!hasSandbox) {
    expect(upstream.sandbox?.status).toBe(found.status);
    return expect(stdout).toContain("the signing secret");
  }
  expect(upstream.sandbox).toEqual({ status: "active", detail: null, isReadOnly: false, hasNetwork: true });
  for (const text of ["signing", "action", "note", "token", "settings", "secret"]) expect(stdout).not.toContain(text);
  const written = await runIn(
    upstream,
    `echo x > ${dataFolder}/secret; echo x > ${settings}; mv ${dataFolder} ${work}/; rm ${settings}`,
  );
  expect(written.stderr.trim().split("\n")).toHaveLength(4);
  expect([await readFile(join(dataFolder, "secret"), "utf8"), await readFile(settings, "utf8")]).toEqual([
    "the signing secret",
    "the settings",
  ]);
  await runIn(upstream, "pwd > where && echo more > /dev/null");
  expect(await readFile(join(work, "where"), "utf8")).toBe(`${work}\n`);
});

test("G57 a sign-in that comes after a command was started is hidden from it", async () => {
  const { signIns, work, sandbox } = await makePlaces();
  await rm(signIns, { recursive: true });
  const { upstream } = await online(specOf(nosy(work)), sandbox);
  await mkdir(signIns, { recursive: true });
  await writeFile(join(signIns, "sign-in.json"), "the token");
  const { stdout } = await runIn(upstream, `cat ${signIns}/sign-in.json`);
  if (!hasSandbox) return expect(upstream.sandbox?.status).toBe(found.status);
  expect(stdout).toBe("");
});

test("G57 a command neither sees nor signals nor traces other processes of the machine", async () => {
  const { work, sandbox } = await makePlaces();
  const { upstream } = await online(specOf(nosy(work)), sandbox);
  const { stdout } = await runIn(upstream, "cat /proc/[0-9]*/cmdline | tr '\\0' '\\n'");
  expect(stdout).toContain("nosy-server.mjs");
  if (!hasSandbox) return expect(upstream.sandbox?.status).toBe(found.status);
  expect(stdout).not.toContain("vitest");
  const length = String(2_000_000 + process.pid);
  const victim = spawn("sleep", [length], { stdio: "ignore" });
  const { pid } = victim;
  try {
    const tried = await runIn(
      upstream,
      `kill -9 ${pid}; cat /proc/${pid}/environ /proc/${pid}/maps /proc/${pid}/root/etc/passwd`,
    );
    expect(tried.stdout).toBe("");
    expect(await isRunning(["sleep", length])).toBe(true);
  } finally {
    victim.kill("SIGKILL");
  }
});

test("G57 a command gains no rights: it cannot uncover a folder, mount, or use what makes it root", async () => {
  const { dataFolder, work, sandbox } = await makePlaces();
  const { upstream } = await online(specOf(nosy(work)), sandbox);
  const { stdout: status } = await runIn(upstream, "cat /proc/self/status");
  if (!hasSandbox) return expect(upstream.sandbox?.status).toBe(found.status);
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  expect(status).toMatch(/^CapEff:\s+0+$/m);
  const look = `cat ${dataFolder}/secret`;
  for (const script of [
    `umount -l ${dataFolder}; ${look}`,
    `unshare -Urm sh -c 'umount -l ${dataFolder}; ${look}'`,
    `unshare -Urm sh -c 'mkdir -p ${work}/all; mount --bind / ${work}/all; cat ${work}/all${dataFolder}/secret'`,
    `cat /proc/1/root${dataFolder}/secret /proc/1/cwd/../data/secret`,
    // Settings of the kernel by which it starts programs. A test of the right alone: a write would change the machine.
    `[ -w /proc/sys/kernel/core_pattern ] && echo writable`,
    `find /sys /proc/sys -type f -writable 2> /dev/null | head -n 3`,
  ])
    expect([script, (await runIn(upstream, script)).stdout]).toEqual([script, ""]);
});

test("G57 what the command line names in the data folder stays, unless it is the server's own", async () => {
  const { dataFolder, work, sandbox } = await makePlaces();
  const { upstream } = await online(
    specOf(nosy(work, ["", join(dataFolder, "files"), `--key=${join(dataFolder, "secret")}`, join(dataFolder, "database")])),
    sandbox,
  );
  const { stdout } = await runIn(upstream, `cd ${dataFolder}; ls -A; cat files/note; echo changed > files/note`);
  expect(stdout).toContain("a note");
  expect(await readFile(join(dataFolder, "files", "note"), "utf8")).toBe("changed\n");
  if (!hasSandbox) return expect(upstream.sandbox?.status).toBe(found.status);
  expect(stdout).toBe("files\na note");
});

test("G57 read-only files: only the named folder can be changed, and /tmp is the command's own", async () => {
  const { root, work, sandbox, settings } = await makePlaces();
  const target = nosy(root, [], { sandbox: setting({ isReadOnly: true, writable: [work] }) });
  if (!hasSandbox) return expectRefused(open(specOf(target), sandbox));
  const { upstream } = await online(specOf(target), sandbox);
  expect(upstream.sandbox).toMatchObject({ status: "active", isReadOnly: true });
  const { stdout } = await runIn(
    upstream,
    `touch ${root}/x || echo refused; touch /var/tmp/x || echo refused; echo y > ${work}/y; echo z > /tmp/z; ls /tmp; cat ${settings}`,
  );
  expect(stdout.split("\n").filter((line) => line === "refused")).toHaveLength(2);
  expect(stdout).toContain("z\n");
  expect(await readFile(join(work, "y"), "utf8")).toBe("y\n");
  const missing = open(
    specOf(nosy(work, [], { sandbox: setting({ isReadOnly: true, writable: [join(root, "none")] }) })),
    sandbox,
  );
  expect(await until(() => missing.upstream.problem)).toContain(`${join(root, "none")}, in \`write\`, does not exist`);
});

test("G57 without network a command reaches nothing, not even this machine; with it, it does", async () => {
  const { work, sandbox } = await makePlaces();
  const server = createServer((_request, response) => response.end("reached")).listen(0, "127.0.0.1");
  await until(() => server.listening);
  const { port } = server.address() as AddressInfo;
  const script = `node -e 'fetch("http://127.0.0.1:${port}").then((r) => r.text()).then(console.log, () => console.log("refused"))'`;
  try {
    const { upstream: with_ } = await online(specOf(nosy(work)), sandbox);
    expect((await runIn(with_, script)).stdout).toBe("reached\n");
    const target = nosy(work, [], { sandbox: setting({ hasNetwork: false }) });
    if (!hasSandbox) return await expectRefused(open(specOf(target), sandbox));
    const { upstream: without } = await online(specOf(target), sandbox);
    expect((await runIn(without, script)).stdout).toBe("refused\n");
    expect(without.sandbox?.hasNetwork).toBe(false);
  } finally {
    server.close();
  }
});

async function expectRefused({ upstream }: ReturnType<typeof open>): Promise<void> {
  expect(await until(() => upstream.problem)).toContain("requires a sandbox, and");
  expect(upstream.status).toBe("offline");
}

test("G57 without a sandbox a command that requires one does not start; others do, and are described so", async () => {
  const { work } = await makePlaces();
  for (const [lack, words] of [
    [{ status: "not-installed" }, "bubblewrap (bwrap) is not installed"],
    [{ status: "not-supported" }, "only Linux has one"],
    [{ status: "failed", detail: "No permissions" }, "bubblewrap does not work here: No permissions"],
  ] as const) {
    const none = createCommandSandbox(lack, { dataFolder: work, isOwn: () => true, folders: [], files: [] });
    const refused = open(specOf(nosy(work, [], { sandbox: setting() })), none);
    expect(await until(() => refused.upstream.problem)).toBe(`requires a sandbox, and ${words}`);
    expect(refused.upstream.restarts).toBe(0);
    const { upstream } = await online(specOf(nosy(work)), none);
    expect(upstream.sandbox).toEqual({
      status: lack.status,
      detail: lack.status === "failed" ? lack.detail : null,
      isReadOnly: false,
      hasNetwork: true,
    });
  }
});

test("G57 a sandbox that is switched off is off, and that of a container is said to be none", async () => {
  const { work, sandbox, dataFolder } = await makePlaces();
  const { upstream } = await online(specOf(nosy(work, [], { sandbox: setting({ mode: "off" }) })), sandbox);
  expect(upstream.sandbox?.status).toBe("off");
  expect((await runIn(upstream, `cat ${dataFolder}/secret`)).stdout).toBe("the signing secret");
  const docker = open(specOf(nosy(work, [], { command: "/nowhere/docker" })), sandbox);
  expect(docker.upstream.sandbox?.status).toBe("container");
  const required = open(specOf(nosy(work, [], { command: "/nowhere/docker", sandbox: setting() })), sandbox);
  expect(await until(() => required.upstream.problem)).toContain("a container is started outside of any");
});

test("a program that does not start says why, in a sandbox as without one", async () => {
  const { work, sandbox } = await makePlaces();
  const missing = open(specOf({ transport: "stdio", command: "no-such-program-here", args: [], env: {}, cwd: work }), sandbox);
  expect(await until(() => missing.upstream.problem)).toBe(
    `the program no-such-program-here, or its folder ${work} was not found`,
  );
  const failing = open(specOf(runNode("-e", "console.error('no luck'); process.exit(7)")), sandbox);
  expect(await until(() => failing.upstream.problem)).toBe("ended with exit code 7: no luck");
});

test("a command in a sandbox is asked to end before it is ended, and nothing of it is left", async () => {
  const { work, sandbox } = await makePlaces();
  const marks = join(work, "marks");
  await writeFile(marks, "");
  const { upstream, stop } = await online(specOf(nosy(work, [marks])), sandbox);
  const runaway = ["sleep", String(1_000_000 + process.pid)];
  // The started process leaves the process group and session of the command.
  if (hasSandbox) await runIn(upstream, `(setsid ${runaway.join(" ")} > /dev/null 2>&1 &)`);
  await stop();
  expect(await readFile(marks, "utf8")).toBe("asked to end\n");
  if (!hasSandbox) return expect(upstream.sandbox?.status).toBe(found.status);
  await until(
    () => isRunning(runaway),
    (is) => !is,
  );
});

test("G57 no command in a sandbox is left when the server is killed", async () => {
  if (!hasSandbox) return expect(found.status).not.toBe("active");
  const { root } = await makePlaces();
  const life = fileURLToPath(new URL("sandboxed-life.ts", import.meta.url));
  const [started, marks] = [join(root, "started"), join(root, "marks")];
  const args = ["--import", "tsx", "--conditions=@countersign/source", life, started, marks];
  const parent = spawn(process.execPath, args, { stdio: "ignore" });
  await until(() => readFile(started, "utf8").catch(() => ""));
  const commandLine = [process.execPath, NOSY_SERVER, marks];
  expect(await isRunning(commandLine)).toBe(true);
  parent.kill("SIGKILL");
  await until(
    () => isRunning(commandLine),
    (is) => !is,
  );
});

/** Whether this machine runs a process with this command line. */
async function isRunning(words: string[]): Promise<boolean> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return lines.includes(`${words.join("\0")}\0`);
}
