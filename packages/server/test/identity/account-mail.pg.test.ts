import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import type { Identity, IdentityOptions } from "../../src/identity/identity.ts";
import { createAccountMail } from "../../src/tools/connectors/email/account-mail.ts";
import { plainTextOf, SMTP_USER, startFakeSmtp } from "../connectors/fakes/smtp.ts";
import type { Database } from "../../src/store/database.ts";
import { describeEachDatabase } from "../support/database.ts";
import { untilBlocked } from "../support/until-blocked.ts";
import {
  addWorkspace,
  BASE_URL,
  cookieOf,
  get,
  makeName,
  newAddress,
  openTestIdentity,
  PASSWORD,
  post,
  readAudit,
  signInByLink,
  valueOf,
} from "./support.ts";

const NEW_PASSWORD = "another correct horse";

/** An identity that mails by a real SMTP server, and what people do with these mails. Registers hooks of the suite. */
function openMailWorld(getDatabase: () => Database) {
  let smtp: Awaited<ReturnType<typeof startFakeSmtp>>;
  let identity: Identity;
  let workspaceId: string;
  let admin: Principal;
  const logged: string[] = [];

  const open = (more: Partial<IdentityOptions> = {}): Identity =>
    openTestIdentity(getDatabase(), {
      mail: createAccountMail({
        settings: { host: "127.0.0.1", port: smtp.port, tls: "none", from: "countersign@example.test" },
        credentials: SMTP_USER,
        resolve: async (host) => host,
      }),
      log: (message) => logged.push(message),
      ...more,
    });

  beforeAll(async () => {
    smtp = await startFakeSmtp();
    identity = open();
    ({ workspaceId, admin } = await addWorkspace(getDatabase()));
  });
  afterAll(() => smtp.close());
  beforeEach(() => {
    smtp.mails.length = 0;
    logged.length = 0;
  });

  const send = (path: string, body: unknown, address = newAddress(), by = identity) =>
    by.handler(post(`/api/auth/${path}`, body), address);
  /** The mails sent so far, once those that are being sent have arrived. */
  async function readMails() {
    await identity.close();
    return smtp.mails;
  }
  const linkIn = (mail: { text: string } | undefined, kind: "token" | "reset"): string =>
    new RegExp(`/sign-in#${kind}=([\\w-]{43})$`, "m").exec(mail ? plainTextOf(mail) : "")?.[1] ?? "";
  const invite = async (email: string, by = admin) =>
    valueOf(await identity.addMember(by, { email, name: "Ann", role: "viewer" }));

  /** Invites somebody, who sets up the account by the link of the mail. Returns the address and the session's cookie. */
  async function signUp(): Promise<{ email: string; cookie: string; userId: string }> {
    const email = `${makeName("ann")}@example.test`;
    const { member } = await invite(email);
    const signedIn = await send("sign-in/link", { token: linkIn(smtp.mails.at(-1), "token") });
    const cookie = cookieOf(signedIn);
    const body = { name: `Name of ${email}`, email, password: PASSWORD };
    const setUp = await identity.handler(post("/api/auth/account/setup", body, { cookie }), newAddress());
    expect(setUp.status).toBe(200);
    smtp.mails.length = 0;
    return { email, cookie, userId: member.userId };
  }
  async function askForLink(email: string): Promise<string> {
    expect((await send("password/forgot", { email })).status).toBe(200);
    return linkIn((await readMails()).at(-1), "reset");
  }

  return {
    invite,
    signUp,
    askForLink,
    send,
    readMails,
    linkIn,
    open,
    mails: () => smtp.mails,
    strike: (kind: "spam") => smtp.strike(kind),
    logged,
    identity: () => identity,
    admin: () => admin,
    workspaceId: () => workspaceId,
  };
}

describeEachDatabase("mails about accounts", (getDatabase) => {
  const { invite, signUp, askForLink, send, readMails, linkIn, open, mails, strike, logged, identity, admin, workspaceId } =
    openMailWorld(getDatabase);

  test("G44 an invitation goes to its person alone, and the link signs in once", async () => {
    const email = `${makeName("bea")}@example.test`;
    await sql`update workspace set name = ${"Acme\r\nBcc: eve@example.test"} where id = ${workspaceId()}`.execute(
      getDatabase().kysely,
    );
    expect(await invite(email)).toMatchObject({ linkToken: null, mail: "sent", hasAccount: false, member: { email } });
    const [mail] = mails();
    expect([mail?.from, mail?.to]).toEqual(["countersign@example.test", [email]]);
    expect(plainTextOf(mail!)).toContain(`${admin().name} added you to the workspace Acme`);
    expect(mail!.text).not.toMatch(/^Bcc:/m);
    const token = linkIn(mail, "token");
    const signedIn = await send("sign-in/link", { token });
    expect(await identity().authenticate(get("/", { cookie: cookieOf(signedIn) }))).toMatchObject({ needsPassword: true });
    expect((await send("sign-in/link", { token })).status).toBe(401);

    const { member } = await invite(`${makeName("bob")}@example.test`);
    const first = linkIn(mails().at(-1), "token");
    expect(valueOf(await identity().renewInvitation(admin(), member.userId))).toEqual({ linkToken: null, mail: "sent" });
    expect(mails()).toHaveLength(3);
    expect(linkIn(mails().at(-1), "token")).not.toBe(first);
  });

  test("an invitation that cannot be mailed is handed back to be passed on, and the log says why without the address", async () => {
    const refused = await invite(`${makeName("cat")}@example.org`);
    expect(refused).toMatchObject({ linkToken: expect.any(String), mail: "failed", hasAccount: false });
    expect((await send("sign-in/link", { token: refused.linkToken })).status).toBe(200);
    expect(logged).toEqual(["an invitation could not be mailed: validation: 550 5.1.1 (address) no such mailbox"]);
    const silent = valueOf(
      await openTestIdentity(getDatabase()).addMember(admin(), {
        email: `${makeName("dan")}@example.test`,
        name: "Dan",
        role: "viewer",
      }),
    );
    expect(silent).toMatchObject({ linkToken: expect.any(String), mail: "off" });
    expect(mails()).toEqual([]);
  });

  test("somebody who has an account is told by mail, without a link that signs in", async () => {
    const { email } = await signUp();
    const other = await addWorkspace(getDatabase());
    expect(await invite(email, other.admin)).toMatchObject({ linkToken: null, mail: "sent", hasAccount: true });
    expect(plainTextOf(mails()[0]!)).toContain(BASE_URL);
    expect(mails()[0]!.text).not.toMatch(/token|reset/);
  });

  test("G44 the answer tells nobody whether an address has an account", async () => {
    const { email } = await signUp();
    const invited = `${makeName("eve")}@example.test`;
    await invite(invited);
    mails().length = 0;
    const answers = [];
    for (const asked of [email, invited, "nobody@example.test"]) {
      const answer = await send("password/forgot", { email: asked });
      answers.push([answer.status, await answer.text(), answer.headers.getSetCookie()]);
    }
    expect(answers).toEqual(Array(3).fill([200, '{"asked":true}', []]));
    expect((await readMails()).map(({ to }) => to)).toEqual([[email]]);
    const bad = await send("password/forgot", { email: "no address" });
    expect([bad.status, await bad.json()]).toMatchObject([422, { errors: [{ path: "/email" }] }]);
  });

  test("G44 a forgotten password is replaced by the link of a mail, once; it signs in nobody, and every session ends", async () => {
    const { email, cookie, userId } = await signUp();
    const token = await askForLink(email.toUpperCase());
    const unused = await askForLink(email);
    expect((await send("sign-in/link", { token })).status).toBe(401);
    const short = await send("password/reset", { token, password: "short" });
    expect([short.status, await short.json()]).toMatchObject([422, { errors: [{ path: "/password" }] }]);
    expect(await identity().authenticate(get("/", { cookie }))).toMatchObject({ kind: "principal" });

    const done = await send("password/reset", { token, password: NEW_PASSWORD });
    expect([done.status, done.headers.getSetCookie()]).toEqual([200, []]);
    expect(await identity().authenticate(get("/", { cookie }))).toEqual({ kind: "none" });
    expect((await send("sign-in/email", { email, password: PASSWORD })).status).toBe(401);
    expect((await send("sign-in/email", { email, password: NEW_PASSWORD })).status).toBe(200);
    for (const used of [token, unused, "no link at all"])
      expect((await send("password/reset", { token: used, password: PASSWORD })).status).toBe(401);
    expect((await readMails()).map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1])).toEqual([
      "Choose a new password for Countersign",
      "Choose a new password for Countersign",
      "Your password for Countersign was changed",
    ]);
    const events = (await readAudit(getDatabase(), workspaceId())).filter(({ data }) => data.includes(userId));
    expect(events.at(-1)).toMatchObject({ kind: "member.password_reset", actorKind: "user", actorId: userId });
    expect(JSON.parse(events.at(-1)!.data)).toEqual({ userId });
  });

  test("G44 a link that signs in replaces no password, nor does an expired one", async () => {
    const { email, userId } = await signUp();
    const signsIn = await identity().createSignInLink(userId);
    expect((await send("password/reset", { token: signsIn, password: NEW_PASSWORD })).status).toBe(401);
    const token = await askForLink(email);
    await sql`update sign_in_link set expires_at = now() - interval '1 second' where purpose = 'reset' and user_id = ${userId}`.execute(
      getDatabase().kysely,
    );
    expect((await send("password/reset", { token, password: NEW_PASSWORD })).status).toBe(401);
    expect((await send("sign-in/email", { email, password: PASSWORD })).status).toBe(200);
  });

  test("G44 a person's own change of the password needs the current one, ends other browsers and open links, and is told", async () => {
    const { email, cookie, userId } = await signUp();
    const elsewhere = await signInByLink(identity(), userId);
    const token = await askForLink(email);
    const change = (currentPassword: string) =>
      identity().handler(
        post("/api/auth/password/change", { currentPassword, newPassword: NEW_PASSWORD }, { cookie }),
        newAddress(),
      );
    const sent = (await readMails()).length;
    expect((await change("not the password")).status).toBe(422);
    expect(await identity().authenticate(get("/", { cookie: elsewhere }))).toMatchObject({ kind: "principal" });
    expect((await send("sign-in/email", { email, password: PASSWORD })).status).toBe(200);

    expect((await change(PASSWORD)).status).toBe(200);
    expect(await identity().authenticate(get("/", { cookie: elsewhere }))).toEqual({ kind: "none" });
    expect(await identity().authenticate(get("/", { cookie }))).toMatchObject({ kind: "principal" });
    expect((await send("password/reset", { token, password: PASSWORD })).status).toBe(401);
    expect((await send("sign-in/email", { email, password: PASSWORD })).status).toBe(401);
    expect((await send("sign-in/email", { email, password: NEW_PASSWORD })).status).toBe(200);
    const told = (await readMails()).slice(sent);
    expect(told).toHaveLength(1);
    expect(plainTextOf(told[0]!)).toContain("changed in a signed-in browser");
    const events = await readAudit(getDatabase(), workspaceId());
    expect(events.at(-1)).toMatchObject({ kind: "member.password_changed", actorKind: "user", actorId: userId });
    expect(JSON.stringify(events.at(-1))).not.toContain(NEW_PASSWORD);
  });

  test("G44 guesses of the current password count for the account, whatever else is in the cookie", async () => {
    const { email, cookie } = await signUp();
    const address = newAddress();
    const guess = (currentPassword: string, n: number) =>
      identity().handler(
        post("/api/auth/password/change", { currentPassword, newPassword: NEW_PASSWORD }, { cookie: `other=${n}; ${cookie}` }),
        address,
      );
    for (let n = 0; n < 10; n += 1) expect((await guess("not the password", n)).status).toBe(422);
    const refused = await guess(PASSWORD, 10);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await send("sign-in/email", { email, password: PASSWORD })).status).toBe(200);
  });

  test("G44 of eight changes of a password at once one is made", async () => {
    const { email, cookie } = await signUp();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        identity().handler(
          post("/api/auth/password/change", { currentPassword: PASSWORD, newPassword: `${NEW_PASSWORD} ${at}` }, { cookie }),
          newAddress(),
        ),
      ),
    );
    const made = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(made).toHaveLength(1);
    expect((await send("sign-in/email", { email, password: `${NEW_PASSWORD} ${made[0]}` })).status).toBe(200);
  });

  test("a mail that cannot be sent does not count as an open link", async () => {
    const { email } = await signUp();
    for (let n = 0; n < 3; n += 1) {
      strike("spam");
      await askForLink(email);
    }
    expect(logged).toHaveLength(3);
    expect(await askForLink(email)).toHaveLength(43);
  });

  test("somebody who was invited elsewhere and has no password is mailed a link that the second administrator never sees", async () => {
    const email = `${makeName("fay")}@example.test`;
    await invite(email);
    const former = linkIn(mails().at(-1), "token");
    const other = await addWorkspace(getDatabase());
    expect(await invite(email, other.admin)).toMatchObject({ linkToken: null, mail: "sent", hasAccount: true });
    expect((await send("sign-in/link", { token: former })).status).toBe(401);
    expect((await send("sign-in/link", { token: linkIn(mails().at(-1), "token") })).status).toBe(200);
    const far = `${makeName("gus")}@example.org`;
    await invite(far);
    expect(await invite(far, other.admin)).toMatchObject({ linkToken: null, mail: "failed" });
  });

  test("G44 of eight uses of one link at once, one sets the password", async () => {
    const { email } = await signUp();
    const token = await askForLink(email);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => send("password/reset", { token, password: `${NEW_PASSWORD} ${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await send("sign-in/email", { email, password: `${NEW_PASSWORD} ${winner}` })).status).toBe(200);
  });

  test("G44 nobody's mailbox is filled: three open links at most, and requests of one network are counted apart from sign-ins", async () => {
    const { email } = await signUp();
    await Promise.all(Array.from({ length: 8 }, () => send("password/forgot", { email })));
    expect(await readMails()).toHaveLength(3);

    const limited = open({ attempts: { perAccount: 2, perAddress: 100, windowSeconds: 900 } });
    const address = newAddress();
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await send("password/forgot", { email }, address, limited)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await send("sign-in/email", { email, password: PASSWORD }, address, limited)).status).toBe(200);
    await limited.close();
  });

  test("a server without a mail server says how somebody gets in again", async () => {
    const answer = await send("password/forgot", { email: "ann@example.test" }, newAddress(), openTestIdentity(getDatabase()));
    expect([answer.status, await answer.json()]).toMatchObject([409, { detail: expect.stringContaining("reset-link") }]);
  });
});

// The embedded database has one connection, so requests cannot come together there.
describeEachDatabase(
  "mails about accounts, at once",
  (getDatabase) => {
    const { signUp, askForLink, send, readMails } = openMailWorld(getDatabase);

    test("G44 requests that come together count each other", async () => {
      const { email, userId } = await signUp();
      const { kysely, urgent } = getDatabase();
      await kysely.transaction().execute(async (transaction) => {
        await sql`select from person where id = ${userId} for update`.execute(transaction);
        await Promise.all(Array.from({ length: 5 }, () => send("password/forgot", { email })));
        await untilBlocked(urgent, 5);
      });
      expect(await readMails()).toHaveLength(3);
    });

    test("G44 of two links that are used at once, one sets the password", async () => {
      const { email, userId } = await signUp();
      const links = [await askForLink(email), await askForLink(email)];
      const { kysely, urgent } = getDatabase();
      let answers: Promise<Response[]> | undefined;
      await kysely.transaction().execute(async (transaction) => {
        await sql`select from person where id = ${userId} for update`.execute(transaction);
        answers = Promise.all(links.map((token) => send("password/reset", { token, password: NEW_PASSWORD })));
        await untilBlocked(urgent, 2);
      });
      expect((await answers!).map(({ status }) => status).sort()).toEqual([200, 401]);
    });

    test("G44 a sign-in that checked the former password opens no session once the password is another one", async () => {
      const { email, userId } = await signUp();
      const { kysely, urgent } = getDatabase();
      let answer: Promise<Response> | undefined;
      await kysely.transaction().execute(async (transaction) => {
        await sql`lock table person_session in share row exclusive mode`.execute(transaction);
        answer = send("sign-in/email", { email, password: PASSWORD });
        await untilBlocked(urgent);
        await sql`update person_account set updated_at = clock_timestamp() where user_id = ${userId}`.execute(transaction);
      });
      expect((await answer!).status).toBe(401);
      const { rows } = await sql`select from person_session where user_id = ${userId}`.execute(kysely);
      expect(rows).toEqual([]);
    });
  },
  ["pg"],
);
