import { expect, test } from "vitest";
import { isTooShort } from "../../src/core/mask-secrets.ts";
import { forgetSecrets, maskError, rememberSecrets } from "../../src/engine/secrets/known-secrets.ts";
import { logLine } from "../../src/engine/log-line.ts";

const AT = new Date(0);
const SECRET = "hunter2-sesame";

test("G28 no secret this process knows is in a log line: message, details, keys, stacks, and in every form", () => {
  rememberSecrets("one upstream", [SECRET, `postgres://app:pa55-wörd@db.example.com/shop`]);
  const cause = new Error(`connecting to postgres://app:pa55-w%C3%B6rd@db.example.com/shop failed`);
  const details = {
    error: new Error(`refused ${SECRET}`, { cause }),
    nested: [{ [SECRET]: Buffer.from(`user:${SECRET}`).toString("base64") }],
    cause,
    address: `https://x.test/?k=${encodeURIComponent(SECRET)}`,
    key: `csa_${"A".repeat(43)} and csu_${"b_-".repeat(14)}c`,
    nothing: undefined,
  };
  const line = logLine(AT, "warn", `it said ${SECRET}`, details);
  for (const form of [SECRET, "aHVudGVy", "pa55-w", "csa_", "csu_"]) expect(line).not.toContain(form);
  expect(JSON.parse(line)).toMatchObject({
    at: "1970-01-01T00:00:00.000Z",
    level: "warn",
    message: "it said [secret]",
    address: "https://x.test/?k=[secret]",
    key: "[secret] and [secret]",
  });
  expect(logLine(AT, "info", "two words")).toBe('{"at":"1970-01-01T00:00:00.000Z","level":"info","message":"two words"}\n');
  forgetSecrets("one upstream");
});

test("G28 the values before a change are masked, too, and those of another owner stay", () => {
  const owner = "a connection";
  rememberSecrets("another", ["kept-by-another"]);
  rememberSecrets(owner, ["first-token"]);
  rememberSecrets(owner, ["second-token"]);
  rememberSecrets(owner, ["second-token"]);
  const said = () => logLine(AT, "info", "first-token second-token third-token kept-by-another");
  expect(said()).toContain("[secret] [secret] third-token [secret]");
  forgetSecrets(owner);
  expect(said()).toContain("first-token second-token third-token [secret]");
  forgetSecrets("another");
});

test("G28 an error that ends a start is masked, with its stack", () => {
  rememberSecrets("settings", [SECRET]);
  const error = maskError(new Error(`no ${SECRET} here`)) as Error;
  expect([error.message, error.stack?.includes(SECRET)]).toEqual(["no [secret] here", false]);
  forgetSecrets("settings");
});

test("a value whose secret part has fewer than 6 characters is too short to be masked", () => {
  expect(["12345", "Bearer 12345", "Basic dXNlcjpwdzE=", "pin=12345"].map(isTooShort)).toEqual([true, true, true, true]);
  expect(["", "123456", "Bearer 123456", "theme=1; token=123456", "Basic YTpwYXNzd29yZA=="].map(isTooShort)).not.toContain(
    true,
  );
});
