import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../scripts/lib/find-free-port.mjs";
import { openAdministrator } from "../../test/support/administrator-token.ts";
import { startGateway } from "./gateway.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const NODE = at("node_modules/node/bin/node");
const SUITE = at("node_modules/@modelcontextprotocol/conformance/dist/index.js");
const WANTED = 2;

/** Every scenario for an authorization server, against a started Countersign; true when all pass. An administrator allows what the suite asks. */
export async function runAuthorizationSuite() {
  const gateway = await startGateway({}, ["edit_file"]);
  try {
    const issuer = gateway.address;
    const signInUrl = (await readFile(join(gateway.data, "sign-in-link"), "utf8")).trim();
    const { session } = await openAdministrator(issuer, signInUrl);
    const port = await findFreePort();
    const redirectUri = `http://127.0.0.1:${port}/callback`;
    const { client_id: clientId } = await post(`${issuer}/oauth/register`, {}, { redirect_uris: [redirectUri] });
    const allow = async (address) => {
      const request = Object.fromEntries(new URL(address).searchParams);
      const { redirectTo } = await post(`${issuer}/api/oauth/answer`, session, { request, allow: true, name: "The suite" });
      await fetch(redirectTo);
    };
    const said = await runSuite(["--url", issuer, "--client-id", clientId, "--resource", `${issuer}/mcp`, "-p", port], allow);
    const passed = [...said.matchAll(/^✓ ([\w-]+): /gm)].length;
    const isWhole = passed === WANTED && !/^✗ /m.test(said);
    console.log(`${isWhole ? "passed" : "FAILED"}  authorization server: ${passed} of ${WANTED}`);
    if (!isWhole || process.env.VERBOSE) console.log(said);
    return isWhole;
  } finally {
    await gateway.stop();
  }
}

/** Runs the suite; `open` is called with the address that it asks a person to open. */
function runSuite(args, open) {
  const child = spawn(NODE, [SUITE, "authorization", ...args.map(String)], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let isOpened = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += String(chunk);
      const address = /https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(said)?.[0];
      if (address === undefined || isOpened) return;
      isOpened = true;
      open(address).catch((error) => (said += `\n${error.stack}`));
    });
  }
  return new Promise((resolve) => {
    child.once("close", () => resolve(said));
  });
}

async function post(address, headers, body) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
