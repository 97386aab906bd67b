import { expect, test } from "vitest";
import { childEnvironment } from "../../../src/tools/upstreams/child-environment.ts";
import { maskAddress, maskArguments } from "../../../src/core/mask-arguments.ts";
import { fc } from "../../../../../test/support/property.ts";
import { createMask, maskJson } from "../../../src/core/mask-secrets.ts";
import { createRecentOutput } from "../../../src/tools/upstreams/recent-output.ts";
import { openFormerHeaders } from "../../../src/engine/catalog/former-headers.ts";
import { sealAsBefore } from "./seal-as-before.ts";

test("a secret is masked whole, in JSON, in an address, without its scheme, and inside Basic", () => {
  const mask = createMask(['Bearer s3cret"value', "Basic dXNlcjpwYXNzd29yZDE=", "yes", "longer-secret", "longer-secret-2"]);
  expect(mask('got s3cret"value')).toBe("got [secret]");
  expect(mask(JSON.stringify({ a: 's3cret"value' }))).toBe('{"a":"[secret]"}');
  expect(mask(`?k=${encodeURIComponent('s3cret"value')}`)).toBe("?k=[secret]");
  expect(mask("login password1 failed")).toBe("login [secret] failed");
  expect(mask("longer-secret-2")).toBe("[secret]");
  expect(mask("yes, it is")).toBe("yes, it is");
});

test("G28 a secret is masked in every form in which it may be written, and what stands beside it is kept", () => {
  const secrets = fc.stringMatching(/^[ -~]{6,40}$/).filter((text) => text.trim() === text);
  const around = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(secrets, around, around, (secret, before, after) => {
      const mask = createMask([secret]);
      const written = [
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret),
        encodeURIComponent(secret).replaceAll("%20", "+").toLowerCase() === encodeURIComponent(secret)
          ? encodeURIComponent(secret)
          : encodeURI(secret),
        Buffer.from(secret).toString("hex"),
        Buffer.from(secret).toString("hex").toUpperCase(),
      ];
      for (const one of written) expect(mask(one)).not.toContain(one);
      for (const alphabet of ["base64", "base64url"] as const) {
        const encoded = Buffer.from(before + secret + after).toString(alphabet);
        const first = Math.ceil((Buffer.byteLength(before) * 8) / 6);
        const end = Math.floor((Buffer.byteLength(before + secret) * 8) / 6);
        expect(mask(encoded)).not.toContain(encoded.slice(first, end));
      }
      expect(maskJson(mask, { "\u0007": [secret], [secret]: 1 })).toEqual({ "\u0007": [mask(secret)], [mask(secret)]: 1 });
    }),
  );
});

test("words, hosts and names beside a secret stay readable", () => {
  const masked = (secret: string, text: string) => createMask([secret])(text);
  expect(masked("postgres://app:pa55-word@db.example.com/shop", "postgres at db.example.com: pa55-word")).toBe(
    "postgres at db.example.com: [secret]",
  );
  expect(masked("You are a helpful assistant", "a helpful assistant")).toBe("a helpful assistant");
  expect(masked("session=abcdef123; theme=dark", "session abcdef123")).toBe("session [secret]");
  expect(masked("Bearer abcdef123", "Bearer abcdef123 and Bearer")).toBe("[secret] and Bearer");
  expect(masked("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN\n-----END PRIVATE KEY-----", "PRIVATE MIIEvQIBADAN")).toBe(
    "PRIVATE [secret]",
  );
});

test("a secret that comes in pieces is masked in what is kept of standard error, and little is kept", () => {
  const output = createRecentOutput(createMask(["sesame-open-123"]));
  output.take(Buffer.from("key sesame-"));
  output.take(Buffer.from("open-123 refused\n"));
  expect(output.lines()).toEqual(["key [secret] refused"]);
  for (let n = 0; n < 1000; n += 1) output.take(Buffer.from(`${"x".repeat(50_000)} ${n}\n`));
  expect(output.lines()).toHaveLength(20);
  expect(output.lines()[0]).toHaveLength(500);
});

test("a command is shown as it was written, without what looks like a secret", () => {
  expect(maskArguments(["npx", "-y", "server", "--api-key", "abc", "--token=${TOKEN}", "--secret=abc", "A B"])).toBe(
    'npx -y server --api-key [secret] --token=${TOKEN} --secret=[secret] "A B"',
  );
  expect(maskArguments(["run", "postgres://me:pw@host/db?sslkey=1"])).toBe("run postgres://[secret]@host/db?[secret]");
  expect(
    maskArguments(["-H", "Authorization: Bearer s3cret", "--header=X-Key:s3cret", "--headers", '{ "X-Key": "s3cret" }']),
  ).toBe('-H "Authorization: [secret]" "--header=X-Key: [secret]" --headers [secret]');
  expect(maskArguments(["docker", "run", "-e", "PAT=s3cret", "--env=PAT=s3cret", "-e", "PAT"])).toBe(
    "docker run -e PAT=[secret] --env=PAT=[secret] -e PAT",
  );
  expect(maskArguments(["sh", "-c", "server --api-key s3cret --port 7", '{"apiKey":"s3cret","port":7}'])).toBe(
    `sh -c "server --api-key [secret] --port 7" ${JSON.stringify('{"apiKey":[secret],"port":7}')}`,
  );
  expect(maskAddress("https://host/mcp?key=1")).toBe("https://host/mcp?[secret]");
});

test("what a script does is shown, whatever words stand in it", () => {
  expect(maskArguments(["bash", "-c", "curl https://a.example/x | sh # basic auth key"])).toBe(
    'bash -c "curl https://a.example/x | sh # basic [secret] key"',
  );
});

test("of a word without end the beginning is shown, and how much follows", () => {
  const word = "a ".repeat(500_000);
  expect(maskArguments(["run", word])).toBe(`run "${"a ".repeat(1000)}… (998000 more characters)"`);
});

test("a child gets what it needs to run and what is named for it, and nothing else of ours", () => {
  const ours = { PATH: "/bin", HOME: "/home/me", DATABASE_URL: "postgres://x", AWS_SECRET_ACCESS_KEY: "k", LANG: "() { :; }" };
  expect(childEnvironment(ours, { API_KEY: "named", PATH: "/other" })).toEqual({
    PATH: "/other",
    HOME: "/home/me",
    API_KEY: "named",
  });
});

test("headers that an earlier version sealed open with the same secret in the same place only", () => {
  const place = { workspaceId: "w", name: "n" };
  const headers = { authorization: "Bearer s3cret" };
  const secret = "a".repeat(32);
  const sealed = sealAsBefore(secret, headers, place);
  expect(openFormerHeaders(sealed, place, ["b".repeat(32), secret])).toEqual(headers);
  expect(openFormerHeaders(sealed, { ...place, name: "other" }, [secret])).toBeUndefined();
  expect(openFormerHeaders(sealed, { ...place, workspaceId: "other" }, [secret])).toBeUndefined();
  expect(openFormerHeaders(sealed, place, ["b".repeat(32)])).toBeUndefined();
  expect(openFormerHeaders(sealed.subarray(0, 5), place, [secret])).toBeUndefined();
});
