import type { StudioAccess, StudioDraft } from "@countersign/protocol";
import { expect, test } from "vitest";
import { draftHash, findAccessFaults, judgeAccess, readHost, refuseRequest } from "../../src/core/studio-access.ts";

const NOTHING: StudioAccess = { network: "none", hosts: [], writes: false, destructive: false, allowPrivate: false };
const to = (...hosts: string[]): StudioAccess => ({ ...NOTHING, network: "hosts", hosts });
const ANY: StudioAccess = { ...NOTHING, network: "any" };

test.each([
  ["nothing", NOTHING, 0],
  ["hosts on a list", to("api.example.com"), 3],
  ["names below a domain", to("api.example.com", "*.example.com"), 4],
  ["every public host", ANY, 4],
  ["private addresses", { ...to("10.0.0.1"), allowPrivate: true }, 4],
  ["requests that write", { ...to("api.example.com"), writes: true }, 4],
  ["what its author says can destroy", { ...NOTHING, destructive: true }, 5],
  ["all of it", { ...ANY, writes: true, destructive: true }, 5],
])("G22 the risk follows from the access: %s", (_name, access, level) => {
  const judged = judgeAccess(access);
  expect(judged.level).toBe(level);
  expect(judged.reasons.length).toBeGreaterThan(0);
});

const refused = (access: StudioAccess, address: string, method = "GET") => refuseRequest(access, method, new URL(address));

test("G22 a host covers itself, with its scheme and port, and no longer or shorter name", () => {
  const one = to("api.example.com", "http://localhost:8080", "EXAMPLE.net");
  for (const address of [
    "https://api.example.com/a?b",
    "https://API.EXAMPLE.COM:443/",
    "http://localhost:8080/",
    "https://example.net/",
  ])
    expect([address, refused(one, address)]).toEqual([address, undefined]);
  for (const address of [
    "http://api.example.com/",
    "https://api.example.com:8443/",
    "https://example.com/",
    "https://a.api.example.com/",
    "https://api.example.com.evil.test/",
    "https://evilapi.example.com/",
    "https://api.example.com@evil.test/",
    "https://api.example.com./",
    "http://localhost/",
    "ftp://api.example.com/",
  ])
    expect([address, typeof refused(one, address)]).toEqual([address, "string"]);
});

test("G22 names below a domain are those with a dot before it", () => {
  const below = to("*.example.com");
  expect(refused(below, "https://a.b.example.com/")).toBeUndefined();
  for (const address of ["https://example.com/", "https://evilexample.com/", "https://a.example.com.evil.test/"])
    expect([address, typeof refused(below, address)]).toEqual([address, "string"]);
});

test("G22 what only reads sends nothing that writes", () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    expect(refused(ANY, "https://example.com/", method)).toContain("read-only");
    expect(refused({ ...ANY, writes: true }, "https://example.com/", method)).toBeUndefined();
  }
  expect(refused({ ...ANY, writes: true }, "https://example.com/", "TRACE")).toBeDefined();
  expect(refused(ANY, "https://example.com/", "HEAD")).toBeUndefined();
});

test("what is no host of a list is said at its place", () => {
  for (const entry of [
    "",
    "https://",
    "a/b",
    "user@host",
    "*",
    "*.com",
    "*.*.example.com",
    "https://host?q",
    "ftp://host",
    "a b",
  ])
    expect([entry, typeof readHost(entry)]).toEqual([entry, "string"]);
  expect(findAccessFaults(to("ok.example", "a/b"))).toMatchObject([{ path: "/access/hosts/1" }]);
  expect(findAccessFaults(to())).toMatchObject([{ path: "/access/hosts" }]);
  expect(findAccessFaults({ ...ANY, hosts: ["a.example"], allowPrivate: true })).toHaveLength(2);
  expect(findAccessFaults(ANY)).toEqual([]);
});

test("G22 what is tested is the source, the schema, the access and the limits", () => {
  const draft: StudioDraft = {
    title: null,
    description: "d",
    source: "s",
    inputSchema: {},
    access: NOTHING,
    limits: { seconds: 5, megabytes: 32 },
    risk: null,
    approval: null,
    promptTemplate: null,
    group: "default",
  };
  const hash = draftHash(draft);
  expect(draftHash({ ...draft, title: "t", description: "e", risk: 5, approval: "never", group: "other" })).toBe(hash);
  const others = [
    { source: "t" },
    { inputSchema: { type: "object" } },
    { access: ANY },
    { limits: { seconds: 6, megabytes: 32 } },
  ];
  expect(new Set(others.map((part) => draftHash({ ...draft, ...part })).concat(hash)).size).toBe(5);
});
