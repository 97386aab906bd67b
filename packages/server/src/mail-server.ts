import { z } from "zod";

/** The mail server of the installation, for mails about accounts. */
export interface MailServer {
  host: string;
  port: number;
  tls: "starttls" | "implicit" | "none";
  /** Undefined: the server asks nobody to sign in. */
  user: string | undefined;
  password: string | undefined;
}

const FORM = "must be such as smtp://name:password@mail.example.com:587, or smtps://… for TLS from the start";

function parse(text: string): MailServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, hash, search } = new URL(text);
  const tls = TLS.get(`${protocol}${search}`);
  if (tls === undefined || hostname === "" || !/^\/?$/.test(pathname) || hash !== "") return undefined;
  const [user, secret] = [decode(username), decode(password)];
  // Neither or both; a part that is not encoded as in a URL is undefined.
  if ((username === "") !== (user === undefined) || (user === undefined) !== (secret === undefined)) return undefined;
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? (tls === "implicit" ? 465 : 587) : Number(port),
    tls,
    user,
    password: secret,
  };
}

/** Without TLS only a server on this machine is spoken to, which is checked when it is connected. */
const TLS: ReadonlyMap<string, MailServer["tls"]> = new Map([
  ["smtp:", "starttls"],
  ["smtps:", "implicit"],
  ["smtp:?tls=none", "none"],
]);

/** Undefined if it is empty, or not encoded as in a URL. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part) || undefined;
  } catch {
    return undefined;
  }
}

/** Reads an address of a mail server: `smtp:` with STARTTLS, `smtps:`, or `smtp:…?tls=none` on this machine. */
export const mailServerSchema = z.string().transform((text, context): MailServer => {
  const server = parse(text);
  if (server) return server;
  context.addIssue({ code: "custom", message: FORM });
  return z.NEVER;
});
