export type Mask = (text: string) => string;

const SHOWN = "[secret]";
/** A shorter value is a flag or a number, and masking it would garble what people must read. */
const SHORTEST = 6;

/**
 * Takes the values out of every text that leaves the process as a log line, an error or a page: whole, in the forms in which
 * they are written in JSON and in addresses, and the words of a header such as `Bearer …` one by one.
 */
export function createMask(values: Iterable<string>): Mask {
  const forms = new Set<string>();
  for (const value of values) {
    for (const part of [value, ...value.split(/[\s,;=:]+/)]) {
      if (part.length < SHORTEST) continue;
      for (const form of [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part), encodeURI(part)]) forms.add(form);
    }
    for (const basic of value.matchAll(/^Basic\s+(\S+)$/gi)) {
      const [, secret = ""] = Buffer.from(basic[1] ?? "", "base64")
        .toString()
        .split(/:(.*)/s);
      if (secret.length >= SHORTEST) forms.add(secret);
    }
  }
  // The longest first, or a part of it would be taken out and leave the rest to be read.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((masked, form) => masked.replaceAll(form, SHOWN), text);
}
