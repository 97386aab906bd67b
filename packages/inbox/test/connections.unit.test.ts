import type { Connection, ConnectorKind, JsonObject, Problem } from "@countersign/protocol";
import { describe, expect, test } from "vitest";
import { draftOf, faultsBelow, readDraft } from "../src/features/admin/connections/connection-draft.ts";
import { fieldsOf, isByName, toText, toValue } from "../src/features/admin/connections/schema-fields.ts";

const settings: JsonObject = {
  type: "object",
  properties: {
    host: { type: "string", maxLength: 253, description: "Of the `SMTP` server" },
    port: { type: "integer", default: 587 },
    tls: { type: "string", title: "TLS", enum: ["starttls", "none"], default: "starttls" },
    ca: { type: "string", maxLength: 100_000 },
    domains: { type: "array", items: { type: "string" }, default: [] },
    quiet: { type: "boolean", default: false },
    tools: { type: "array", items: { type: "object" } },
  },
  required: ["host", "tools"],
};
const mail: ConnectorKind = {
  name: "email",
  title: "E-mail",
  carriesNotifications: false,
  saysWhoIsOnCall: false,
  hasAccounts: false,
  settings,
  credentials: {
    type: "object",
    properties: { user: { type: "string" }, password: { type: "string" }, kept: { type: "string", readOnly: true } },
    additionalProperties: false,
  },
};
const rest: ConnectorKind = {
  ...mail,
  name: "http",
  credentials: { type: "object", additionalProperties: { type: "string" } },
};
const stored: Connection = {
  id: "con_1",
  connector: "email",
  name: "Mail",
  prefix: "",
  settings: { tools: [], port: 587, host: "mx", domains: ["a.test"], quiet: true, tls: "starttls" },
  credentialFields: ["password", "user"],
  unmasked: [],
  allowPrivate: false,
  enabled: true,
  status: "ready",
  problem: null,
  tools: [],
  withheld: [],
  onCall: null,
  version: 3,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

describe("a connection's form", () => {
  test("has a field for each setting, in the kind its schema says", () => {
    expect(fieldsOf(settings).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "host text",
      "port number",
      "tls choice",
      "ca long",
      "domains lines",
      "quiet switch",
      "tools json",
    ]);
    expect(fieldsOf(settings).map(({ label }) => label)).toEqual(["Host", "Port", "TLS", "Ca", "Domains", "Quiet", "Tools"]);
    expect(fieldsOf(settings)[0]?.says).toBe("Of the SMTP server");
    expect([isByName(mail.credentials), isByName(rest.credentials)]).toEqual([false, true]);
  });

  test("what is read from the form is what it was made of", () => {
    for (const field of fieldsOf(settings)) {
      const value = stored.settings[field.name];
      if (value !== undefined) expect(toValue(toText(value, field), field)).toEqual(value);
    }
  });

  test("a new one is sent whole; what is left empty is left out", () => {
    const draft = { ...draftOf(mail, null), credentials: { user: "u", password: "" } };
    const { body, faults } = readDraft({ ...draft, settings: { ...draft.settings, host: " mx ", tools: "[]" } }, mail, null);
    expect(faults.size).toBe(0);
    expect(body).toEqual({
      connector: "email",
      name: "E-mail",
      prefix: "",
      settings: { host: "mx", port: 587, tls: "starttls", domains: [], quiet: false, tools: [] },
      credentials: { user: "u" },
      allowPrivate: false,
    });
  });

  test("of one there is only what differs is sent, with the version it was seen at, and kept credentials never are", () => {
    const draft = draftOf(mail, stored);
    expect(draft.choice).toBe("keep");
    expect(readDraft(draft, mail, stored).body).toEqual({});
    const changed = {
      ...draft,
      settings: { ...draft.settings, domains: "a.test\n\n b.test " },
      credentials: { user: "typed" },
    };
    expect(readDraft(changed, mail, stored).body).toEqual({
      version: 3,
      settings: { ...stored.settings, domains: ["a.test", "b.test"] },
    });
    const replaced = {
      ...draft,
      choice: "replace" as const,
      named: [
        { id: 1, name: "token", value: "t" },
        { id: 2, name: "", value: "x" },
      ],
    };
    expect(readDraft(replaced, rest, stored).body).toEqual({ version: 3, credentials: { token: "t" } });
  });

  test("text that is no JSON is a fault of its field", () => {
    const draft = draftOf(mail, stored);
    const { faults } = readDraft({ ...draft, settings: { ...draft.settings, tools: "[" } }, mail, stored);
    expect([...faults.keys()]).toEqual(["tools"]);
  });

  test("faults of the server stand at the setting they are about", () => {
    const errors = [
      { path: "/settings/tools/0/url", message: "is not an address" },
      { path: "/settings/tools/1/name", message: "taken" },
      { path: "/credentials/token", message: "missing" },
      { path: "/credentials", message: "is required with a new address" },
    ];
    const problem = { errors } as Problem;
    expect([...faultsBelow(problem, "settings")]).toEqual([["tools", "0/url: is not an address\n1/name: taken"]]);
    expect([...faultsBelow(problem, "credentials")]).toEqual([
      ["token", "missing"],
      ["", "is required with a new address"],
    ]);
  });
});
