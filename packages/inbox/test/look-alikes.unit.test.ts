import { expect, test } from "vitest";
import { decodePunycode } from "../src/ui/decode-punycode.ts";
import { lookAlikes } from "../src/ui/look-alikes.ts";

const words = (text: string) => lookAlikes(text).map(({ word }) => word);

test.each([
  ["a Cyrillic letter in a Latin host", "paypаl.com", "paypal"],
  ["a Greek letter in an e-mail address", "gοogle@example.com", "google"],
  ["a host in Cyrillic letters only", "аррӏе.com", "apple"],
  ["a Cyrillic letter in a path", "/srv/соnfig/app.yaml", "config"],
  ["a dotless i in a host", "wıkipedia.org", "wikipedia"],
  ["full-width letters in a host", "ｐａｙｐａｌ.com", "paypal"],
  ["bold letters in a host", "𝐩𝐚𝐲𝐩𝐚𝐥.com", "paypal"],
  ["an encoded host", "https://xn--80ak6aa92e.com/login", "apple"],
  ["a name in Cyrillic letters only", "Аре", "Ape"],
  ["a name with one Cyrillic letter", "Аnna Smith", "Anna"],
])("%s is warned of, with what it reads like", (_name, text, reads) => {
  const found = lookAlikes(text);
  expect(found).toHaveLength(1);
  expect(found[0]?.why).toContain(`“${reads}”`);
});

test.each([
  ["a division slash", "example.com∕login.evil.test", "∕"],
  ["a fraction slash", "files⁄secret.txt", "⁄"],
  ["a full-width dot", "example．com", "．"],
  ["an ideographic full stop", "example。com", "。"],
  ["a full-width at sign", "ada＠example.com", "＠"],
])("%s between plain letters is warned of", (_name, text, mark) => {
  expect(lookAlikes(text)[0]?.why).toContain(`“${mark}” only looks like`);
});

test.each([
  "Plain text, path/to/file.md and ada@example.com, https://example.com/?q=1",
  "Жуковский написал книгу о погоде",
  "Настройки сервера",
  "Müller & Søn, São Paulo, naïve café, Yıldız",
  "müller.de/straße",
  "東京タワーとAPIのテストです。次はここ",
  "한국어API 문서",
  "Η ταχύτητα είναι 5 μm, Δt = 3, 10 µs, 25 m², ½ Ω",
  "col·lecció, l’été, “quotes”, 18 € · 20 %",
  "🎉 done ✅",
  "",
])("%j is nothing to warn of", (text) => expect(words(text)).toEqual([]));

test("a long text names each word once, wherever it is", () => {
  const text = `${"word ".repeat(20_000)}paypаl.com ${"word ".repeat(20_000)} paypаl.com`;
  expect(words(text)).toEqual(["paypаl.com"]);
});

test.each([
  ["xn--80ak6aa92e", "аррӏе"],
  ["xn--mnchen-3ya", "münchen"],
  ["xn--fsqu00a", "例子"],
  ["xn--a-b", null],
  ["xn--99999999999", null],
  ["xn--", null],
  ["xn--é", null],
])("%s stands for %s", (label, text) => expect(decodePunycode(label)).toBe(text));
