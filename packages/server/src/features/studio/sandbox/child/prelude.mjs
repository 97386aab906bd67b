/* global host */
/**
 * Provides what an author's code has beside the language: `console`, and `fetch` in its second argument. Turned into text and
 * evaluated in the sandbox before the author's code; keeps the language's functions it needs as they were then. This is no
 * security boundary: the server checks everything again.
 */
export function prelude() {
  const { parse, stringify } = JSON;
  const { defineProperty, freeze, entries, fromEntries } = Object;
  const { isArray } = Array;
  const { ask, log } = host;
  const asText = String;

  const freezeAll = (value) => {
    if (typeof value !== "object" || value === null) return value;
    for (const [, inner] of entries(value)) freezeAll(inner);
    return freeze(value);
  };

  const show = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    try {
      return stringify(value) ?? asText(value);
    } catch {
      return asText(value);
    }
  };
  const say =
    (level) =>
    (...values) =>
      log(level, values.map(show).join(" "));
  globalThis.console = freeze({
    log: say("log"),
    info: say("log"),
    debug: say("log"),
    warn: say("warn"),
    error: say("error"),
  });

  const headersOf = (given) => {
    const named = fromEntries(entries(given).map(([name, value]) => [name.toLowerCase(), value]));
    return freeze({
      get: (name) => named[asText(name).toLowerCase()] ?? null,
      has: (name) => asText(name).toLowerCase() in named,
      entries: () => entries(named),
    });
  };

  const readHeaders = (given) => {
    if (given === undefined || given === null) return {};
    const pairs = isArray(given) ? given : entries(given);
    return fromEntries(pairs.map(([name, value]) => [asText(name), asText(value)]));
  };

  async function fetch(address, options = {}) {
    const asker = new Error("asks");
    const { method = "GET", headers, body } = options ?? {};
    if (body !== undefined && body !== null && typeof body !== "string")
      throw new TypeError("`body` must be text: use JSON.stringify.");
    const request = { url: asText(address), method: asText(method).toUpperCase(), headers: readHeaders(headers) };
    const answer = parse(await ask(stringify(typeof body === "string" ? { ...request, body } : request)));
    // After the wait the stack no longer contains the caller, so the error gets the stack of the call.
    if (answer.error !== undefined) throw defineProperty(new Error(answer.error), "stack", { value: asker.stack });
    const { status, url, body: text } = answer;
    return freeze({
      status,
      ok: status >= 200 && status < 300,
      url,
      headers: headersOf(answer.headers),
      text: async () => text,
      json: async () => parse(text),
    });
  }

  const api = freeze({ fetch });
  return async (tool, inputText) => {
    const result = await tool(freezeAll(parse(inputText)), api);
    const text = stringify(result === undefined ? null : result);
    if (text === undefined) throw new TypeError(`The result is a ${typeof result}, but must be JSON.`);
    return text;
  };
}
