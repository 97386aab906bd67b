import { expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";

const read = (url: string, from: string | undefined = "countersign@example.com") =>
  readConfig({ dataFolder: "/tmp/none" }, { COUNTERSIGN_MAIL_URL: url, COUNTERSIGN_MAIL_FROM: from }).mail;

test("the mail server of the settings, by its address", () => {
  const from = "countersign@example.com";
  expect(read("smtp://ann:p%40ss@mail.example.com")).toEqual({
    host: "mail.example.com",
    port: 587,
    tls: "starttls",
    user: "ann",
    password: "p@ss",
    from,
  });
  expect(read("smtps://mail.example.com/")).toMatchObject({ port: 465, tls: "implicit", user: undefined, password: undefined });
  expect(read("smtp://[::1]:1025?tls=none")).toMatchObject({ host: "::1", port: 1025, tls: "none" });
  expect(readConfig({ dataFolder: "/tmp/none" }, {}).mail).toBeUndefined();
});

test.each([
  "mail.example.com",
  "http://mail.example.com",
  "smtp://",
  "smtp://ann@mail.example.com",
  "smtp://:secret@mail.example.com",
  "smtp://ann:%zz@mail.example.com",
  "smtp://mail.example.com/inbox",
  "smtp://mail.example.com?tls=off",
  "smtps://mail.example.com?tls=none",
  "smtp://mail.example.com#x",
])("%s is refused with its form, and not repeated", (url) => {
  expect(() => read(url)).toThrow(/COUNTERSIGN_MAIL_URL: must be such as smtp:\/\//);
  expect(() => read(url)).not.toThrow("zz@mail");
});

test("address and sender go together", () => {
  expect(() => readConfig({ dataFolder: "/tmp/none" }, { COUNTERSIGN_MAIL_URL: "smtp://mail.example.com" })).toThrow(
    "COUNTERSIGN_MAIL_FROM: is required too",
  );
  expect(() => readConfig({ dataFolder: "/tmp/none" }, { COUNTERSIGN_MAIL_FROM: "a@example.com" })).toThrow(
    "COUNTERSIGN_MAIL_URL: is required too",
  );
  expect(() => read("smtp://mail.example.com", "nobody")).toThrow("COUNTERSIGN_MAIL_FROM: must be an address");
});
