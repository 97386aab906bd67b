import { createTransport, type Transporter } from "nodemailer";
import { ServiceFault } from "../service-fault.ts";
import type { SmtpConnection } from "./settings.ts";

const CONNECT_MS = 30_000;
const SILENT_MS = 60_000;
/** SMTP cannot say when to retry; a server's rate limit usually lasts some minutes. */
const RETRY_SECONDS = 300;

/** Connects to the checked address and verifies TLS against the host name. Ends when `signal` aborts. */
export async function withSmtp<T>(
  { settings, credentials, resolve }: SmtpConnection,
  signal: AbortSignal,
  run: (transport: Transporter) => Promise<T>,
): Promise<T> {
  const { host, port, tls, ca } = settings;
  const address = await resolve(host).catch((error: unknown) => {
    if (error instanceof ServiceFault) throw error;
    throw new ServiceFault("network", `${host} cannot be resolved.`, { mayHaveHappened: false });
  });
  if (tls === "none" && !/^(127\.|::1$)/.test(address)) {
    throw new ServiceFault("network", "Without TLS, only a server on this machine can be used.", { mayHaveHappened: false });
  }
  const { user, password } = credentials;
  const stage = { sentData: false };
  const transport = createTransport({
    host: address,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    tls: { servername: host, minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) },
    ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    debug: true,
    logger: watchFor(stage),
  });
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new ServiceFault("timeout", "", { mayHaveHappened: stage.sentData }));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([run(transport), aborted]);
  } catch (error) {
    throw toFault(error, stage.sentData);
  } finally {
    if (stop) signal.removeEventListener("abort", stop);
    transport.close();
  }
}

/** A logger that stores nothing and detects when the message is sent: on reply 354, or when its text is written. */
function watchFor(stage: { sentData: boolean }) {
  const notice = (entry: unknown, ...words: unknown[]): void => {
    const side = typeof entry === "object" && entry !== null && "tnx" in entry ? entry.tnx : undefined;
    const isAsked = side === "server" && words.some((word) => typeof word === "string" && /^354\b/m.test(word));
    if (isAsked || side === "message") stage.sentData = true;
  };
  const nothing = (): void => undefined;
  return { level: nothing, trace: notice, debug: notice, info: notice, warn: nothing, error: nothing, fatal: nothing } as never;
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
}

const AUTH = new Set([530, 534, 535, 538]);

function toFault(error: unknown, sentData: boolean): ServiceFault {
  if (error instanceof ServiceFault) return error;
  const { code = "", responseCode, response = "" } = error as SmtpError;
  const said = response.replaceAll(/[\p{Cc}\s]+/gu, " ").slice(0, 300);
  if (code === "EAUTH" || (responseCode !== undefined && AUTH.has(responseCode))) return new ServiceFault("auth", said);
  if (responseCode !== undefined && responseCode >= 500) return new ServiceFault("validation", said);
  if (responseCode !== undefined && responseCode >= 400) {
    // After the message data, a server that answers with a temporary error may still have accepted the message.
    if (sentData) return new ServiceFault("server", said);
    return new ServiceFault("rate_limit", said, { retryAfterSeconds: RETRY_SECONDS });
  }
  if (code === "EENVELOPE" || code === "EMESSAGE") return new ServiceFault("validation", said);
  if (code === "ETIMEDOUT") return new ServiceFault("timeout", "", { mayHaveHappened: sentData });
  return new ServiceFault("network", /^[A-Z_]{1,40}$/.test(code) ? code : "", { mayHaveHappened: sentData });
}
