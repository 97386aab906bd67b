// A stdio MCP server that misbehaves. Arguments: how it misbehaves, and a file for its process id and its child's.
import { writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [, , how = "well", pidFile] = process.argv;
const write = (text) => process.stdout.write(`${text}\n`);
const send = (message) => write(JSON.stringify({ jsonrpc: "2.0", ...message }));
const text = (words) => ({ content: [{ type: "text", text: words }] });
let tools = [
  {
    name: "act",
    inputSchema: { type: "object" },
    ...(how === "leaks" && { description: `Acts as ${process.env.SECRET_TOKEN}` }),
  },
];

if (pidFile) {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  writeFileSync(pidFile, `${process.pid} ${child.pid}`);
}
if (how === "stubborn") process.on("SIGTERM", () => {});
if (how === "dies") {
  process.stderr.write(`cannot start with ${process.env.SECRET_TOKEN}\n`);
  process.exit(3);
}

const SECRET = process.env.SECRET_TOKEN ?? "";
const base64 = (words) => Buffer.from(words).toString("base64");
/** Every form in which a server may echo its configured secret. */
const ECHOES = [
  SECRET,
  `{"token":${JSON.stringify(SECRET)}}`,
  encodeURIComponent(SECRET),
  base64(SECRET),
  base64(`a${SECRET}b`),
  Buffer.from(`ab: ${SECRET}`).toString("base64url"),
  Buffer.from(SECRET).toString("hex"),
];

const CALLS = {
  echoes: (id, { progressToken }) => {
    send({ method: "notifications/message", params: { level: "info", data: { [SECRET]: ECHOES } } });
    send({ method: "notifications/progress", params: { progressToken, progress: 1, message: SECRET } });
    send({ id: `q${id}`, method: "elicitation/create", params: { message: SECRET, requestedSchema: { type: "object" } } });
    send({ id, result: { ...text(ECHOES.join("\n")), structuredContent: { [SECRET]: ECHOES } } });
  },
  echoesError: (id) => send({ id, error: { code: -32000, message: `no ${SECRET}`, data: ECHOES } }),
  twice: (id) => {
    send({ id, result: text("first") });
    send({ id, result: text("second") });
  },
  never: () => {},
  malformed: (id) => send({ id, result: "not an object" }),
  noise: (id) => {
    write("Listening on port 80");
    write('{"jsonrpc":"2.0"');
    send({ id, result: text("after noise") });
  },
  wrongId: (id) => {
    send({ id: id + 1000, result: text("of another") });
    send({ id: String(id), result: text("of another kind") });
    send({ id, result: text("its own") });
  },
  flood: (id) => {
    for (let n = 0; n < 20_000; n += 1) send({ method: "notifications/message", params: { level: "info", data: n } });
    for (let n = 0; n < 200; n += 1) send({ method: "notifications/tools/list_changed" });
    send({ id, result: text("after the flood") });
  },
  long: (id) => {
    const filling = "x".repeat(17 * 1024 * 1024);
    write(filling);
    send({ method: "notifications/message", params: { level: "info", data: filling } });
    send({ id: "q1", method: "sampling/createMessage", params: { filling } });
    send({ id, result: text(filling) });
  },
  longEchoes: (id) => {
    // The secret is at the beginning, and repeated across the limit of what is kept.
    const border = "y".repeat(64 * 1024 - 70 - 2 * SECRET.length);
    send({ id, result: text(`${SECRET}${border}${SECRET.repeat(40)}${"x".repeat(17 * 1024 * 1024)}`) });
  },
  exits: () => process.exit(7),
  environment: (id) => send({ id, result: text(JSON.stringify(process.env)) }),
  asks: (id) =>
    send({
      id: `q${id}`,
      method: "elicitation/create",
      params: { message: "Really?", requestedSchema: { type: "object", properties: {} } },
    }),
  grows: (id) => {
    tools = [...tools, { name: `more${tools.length}`, inputSchema: { type: "object" } }];
    send({ method: "notifications/tools/list_changed" });
    send({ id, result: text("grown") });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {}, result, error } = JSON.parse(line);
  if (method === undefined) {
    send({ id: Number(String(id).slice(1)), result: text(JSON.stringify({ result, error })) });
  } else if (method === "initialize") {
    const protocolVersion = how === "future" ? "2099-01-01" : how === "old" ? "2024-11-05" : params.protocolVersion;
    send({
      id,
      result: {
        protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "odd", version: "1" },
        ...(how === "leaks" && { instructions: SECRET }),
      },
    });
  } else if (method === "tools/list") {
    const page = Number(params.cursor ?? 0);
    const isPaged = how === "pages" && page < 3;
    const listed = how === "pages" ? [{ name: `page${page}`, inputSchema: { type: "object" } }] : tools;
    send({
      id,
      result: { tools: listed, ...(isPaged && { nextCursor: String(page + 1) }), ...(how === "circle" && { nextCursor: "0" }) },
    });
  } else if (method === "tools/call")
    (CALLS[params.name] ?? CALLS[how] ?? ((own) => send({ id: own, result: text("acted") })))(id, params._meta ?? {});
  else if (method === "notifications/cancelled" && pidFile) writeFileSync(`${pidFile}.cancelled`, JSON.stringify(params));
  else if (id !== undefined) send({ id, result: {} });
}
