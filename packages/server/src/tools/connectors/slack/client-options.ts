import { LogLevel, type FetchFunction, type Logger } from "@slack/web-api";

const ignore = (): void => undefined;

/** Logs nothing: Slack's libraries would write errors and whole frames to the console. Faults are reported as `ServiceFault`. */
export const SILENT_LOGGER: Logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  setLevel: ignore,
  setName: ignore,
  getLevel: () => LogLevel.ERROR,
};

/** A connection's `fetch`, which checks addresses, in the form that Slack's libraries take. `signal` ends every request. */
export const slackFetch =
  (fetch: typeof globalThis.fetch, signal?: AbortSignal): FetchFunction =>
  (url, { method, headers, body, signal: own } = {}) => {
    const signals = [signal, own].filter((one) => one !== undefined);
    return fetch(url, {
      ...(method !== undefined && { method }),
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body }),
      signal: AbortSignal.any(signals),
    });
  };
