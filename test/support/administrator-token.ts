/** Credentials of a new server's first administrator, made in an inbox session opened by the first sign-in link. */
export interface Administrator {
  /** Personal token with the scope `decide`. */
  token: string;
  /** Headers that send a request in the administrator's inbox session. */
  session: { origin: string; cookie: string };
  /** A second sign-in link; the first one is used up. */
  signInUrl: string;
}

/** Signs in the first administrator of a new server and makes both. Throws if one already has a password. */
export async function openAdministrator(url: string, signInUrl: string | null): Promise<Administrator> {
  if (signInUrl === null) throw new Error("this server has an administrator with a password already");
  const { origin } = new URL(url);
  const link = await ask(`${origin}/api/auth/sign-in/link`, { origin }, { token: signInUrl.split("#token=")[1] });
  const cookie = link.headers.getSetCookie().map((each) => each.split(";", 1)[0]);
  const session = { origin, cookie: cookie.join("; ") };
  const made = await ask(`${origin}/api/keys`, session, { kind: "user", name: "test", scope: "decide", confirm: true });
  const { key } = (await made.json()) as { key: string };
  const me = (await (await ask(`${origin}/api/me`, session)).json()) as { principal: { id: string } };
  const again = await ask(`${origin}/api/members/${me.principal.id}/invitation`, session, {});
  return { token: key, session, signInUrl: ((await again.json()) as { signInUrl: string }).signInUrl };
}

async function ask(address: string, headers: Record<string, string>, body?: object): Promise<Response> {
  const answer = await fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer;
}
