import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BODY_ROUTES } from "./support/body-routes.ts";
import { findWrong, openHostileGate, pathsOf, type Answer, type HostileGate } from "./support/hostile-gate.ts";

let gate: HostileGate;
beforeAll(async () => (gate = await openHostileGate()));
afterAll(() => gate?.close());

const MIB = 1_048_576;
const deep = (levels: number, open = "[", close = "]") => `{"toolInput":${open.repeat(levels)}${close.repeat(levels)}}`;
const utf8 = (text: string) => new TextEncoder().encode(text);

/** Malformed texts with the status that every route must answer, whatever body it expects. */
const BAD_TEXTS: [name: string, body: string | Uint8Array, status: number, path?: string][] = [
  ["a cut object", '{"toolName":"note"', 400],
  ["a word", "undefined", 400],
  ["NaN", '{"toolInput":{"a":NaN}}', 400],
  ["a comma too many", '{"a":1,}', 400],
  ["single quotes", "{'a':1}", 400],
  ["a comment", '{"a":1} // note', 400],
  ["two values", "{}{}", 400],
  ["a leading zero", '{"a":01}', 400],
  ["a raw line break in text", '{"a":"x\ny"}', 400],
  ["a raw NUL in text", '{"a":"x\u0000y"}', 400],
  ["a NUL behind the value", "{}\u0000", 400],
  ["an unknown escape", '{"a":"\\x41"}', 400],
  ["a byte order mark", "\ufeff{}", 400],
  ["bytes that are not UTF-8", Uint8Array.of(...utf8('{"a":"'), 0xff, 0xfe, ...utf8('"}')), 400],
  ["a surrogate in UTF-8", Uint8Array.of(...utf8('{"a":"'), 0xed, 0xa0, 0x80, ...utf8('"}')), 400],
  ["an overlong slash", Uint8Array.of(...utf8('{"a":"'), 0xc0, 0xaf, ...utf8('"}')), 400],
  ["UTF-16", new Uint8Array(Buffer.from('{"a":1}', "utf16le")), 400],
  ["a name twice", '{"toolInput":{"a":1,"a":2}}', 422, "/toolInput/a"],
  ["a name twice by an escape", '{"toolInput":{"a":1,"\\u0061":2}}', 422, "/toolInput/a"],
  ["__proto__ twice", '{"__proto__":1,"__proto__":2}', 422, "/__proto__"],
  ["a lone surrogate", '{"toolInput":{"a":"\\ud800"}}', 422, "/toolInput/a"],
  ["a lone low surrogate", '{"toolInput":["\\udc00\\ud800"]}', 422, "/toolInput/0"],
  ["a lone surrogate in a name", '{"toolInput":{"\\ud83d":1}}', 422, "/toolInput"],
  ["a number that is rounded", '{"toolInput":{"n":9007199254740993}}', 422, "/toolInput/n"],
  ["a fraction that is rounded", '{"toolInput":{"n":0.1000000000000000055511151231257827}}', 422, "/toolInput/n"],
  ["a number over all bounds", '{"toolInput":{"n":1e400}}', 422, "/toolInput/n"],
  ["a number under all bounds", '{"toolInput":{"n":1e-400}}', 422, "/toolInput/n"],
  ["minus zero", '{"toolInput":{"n":-0}}', 422, "/toolInput/n"],
  ["65 levels", deep(64), 422],
  ["5,000 levels", deep(5000), 422],
  ["100,000 levels", deep(100_000), 422],
  ["100,000 levels of objects", deep(100_000, '{"a":', "}"), 422],
  ["100,000 levels without an end", "[".repeat(100_000), 422],
  ["one byte too many", `{"a":"${"x".repeat(MIB + 1 - 8)}"}`, 413],
  ["one byte too many in two-byte letters", `{"a":"${"é".repeat((MIB + 2 - 8) / 2)}"}`, 413],
  ["two values of a wrong type", "[]", 422, ""],
  ["null", "null", 422, ""],
  ["a number", "7", 422, ""],
  ["text", '"{}"', 422, ""],
];

test.each(BAD_TEXTS)(
  "%s is refused by every route that reads a body, and nothing is stored",
  async (_name, body, status, path) => {
    const before = await gate.stored();
    // Routes with a larger limit of their own, such as imports, accept sizes that others refuse.
    const routes = BODY_ROUTES.filter(({ route }) => status !== 413 || route.bodyBytes === undefined);
    const wrong = await findWrong(routes, async ({ name, route, who, path: address }) => {
      const answer = await gate.send(who, route.method, address, { body });
      const isRight = answer.status === status && (path === undefined || pathsOf(answer).includes(path));
      return isRight && isProblem(answer) ? [] : [[name, answer]];
    });
    expect(wrong).toEqual([]);
    expect(await gate.stored()).toBe(before);
  },
);

const isProblem = ({ json, status }: Answer) => (json as { status?: number } | undefined)?.status === status;

test("exactly 1 MiB and exactly 64 levels are read", async () => {
  const head = '{"toolName":"note","toolInput":{"a":';
  const text = `${head}"${"x".repeat(MIB - head.length - 4)}"}}`;
  expect(Buffer.byteLength(text)).toBe(MIB);
  expect((await gate.send("agent", "POST", "/api/pending-actions", { body: text })).status).toBe(202);
  const nested = `${head}${"[".repeat(62)}${"]".repeat(62)}}}`;
  expect((await gate.send("agent", "POST", "/api/pending-actions", { body: nested })).status).toBe(202);
  expect((await gate.send("agent", "POST", "/api/pending-actions", { body: nested.replace("[]", "[[]]") })).status).toBe(422);
});

test("a body in pieces that tells no length is cut off at 1 MiB", async () => {
  const before = await gate.stored();
  const piece = "x".repeat(65_536);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { authorization: `Bearer ${gate.keys.agent}`, "content-type": "application/json" };
    const request = httpRequest(`${gate.url}/api/pending-actions`, { method: "POST", headers });
    request.on("response", (response) => (response.resume(), resolve(response.statusCode)));
    request.on("error", reject);
    request.write('{"toolName":"note","toolInput":{"a":"');
    for (let sent = 0; sent <= MIB; sent += piece.length) request.write(piece);
    request.end('"}}');
  });
  expect(status).toBe(413);
  expect(await gate.stored()).toBe(before);
});

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json5", "x"])(
  "a body of type %s is refused by every route",
  async (type) => {
    const before = await gate.stored();
    const wrong = await findWrong(BODY_ROUTES, async ({ name, route, who, path, body }) => {
      const headers = { "content-type": type };
      const answer = await gate.send(who, route.method, path, { body: JSON.stringify(body), headers });
      return answer.status === 415 ? [] : [[name, answer]];
    });
    expect(wrong).toEqual([]);
    expect(await gate.stored()).toBe(before);
  },
);

/** Routes that answer 409 the second time: the first of the two bodies did it already. */
const ONCE = ["POST /api/content/sample", "POST /api/emergency-stop", "POST /api/emergency-stop/lift"];

test("an empty body is refused with the path of what it lacks, or is enough", async () => {
  const wrong = await findWrong(BODY_ROUTES, async ({ name, route, who, path }) => {
    const needs = Object.entries(route.body?.shape ?? {}).flatMap(([key, part]) =>
      (part as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success ? [] : [`/${key}`],
    );
    for (const body of ["", "{}"]) {
      const answer = await gate.send(who, route.method, path, { body });
      const isRight =
        needs.length > 0
          ? answer.status === 422 && needs.every((at) => pathsOf(answer).includes(at))
          : // A group is created by its first change.
            answer.status === (path.includes("no-such") && name !== "PUT /api/groups/{name}" ? 404 : 200);
      const isOver = answer.status === 409 && ONCE.includes(name);
      if (!isRight && !isOver) return [[name, body, answer]];
    }
    return [];
  });
  expect(wrong).toEqual([]);
});

test("sign-in routes answer bad bodies without a fault", async () => {
  const before = await gate.stored();
  const paths = [
    "sign-in/email",
    "sign-up/email",
    "sign-out",
    "password/change",
    "sessions/end",
    "update-user",
    "no-such-route",
  ];
  const wrong = await findWrong(paths, async (path) => {
    const found: unknown[] = [];
    for (const [name, body] of BAD_TEXTS) {
      const answer = await gate.send("nobody", "POST", `/api/auth/${path}`, { body });
      if (answer.status >= 500) found.push([path, name, answer]);
    }
    return found;
  });
  expect(wrong).toEqual([]);
  expect(await gate.stored()).toBe(before);
});
