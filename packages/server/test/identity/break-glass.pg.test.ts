import { beforeAll, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import type { Identity } from "../../src/identity/identity.ts";
import { describeEachDatabase } from "../support/database.ts";
import { addWorkspace, codeOf, makeName, openTestIdentity, readAudit, valueOf } from "./support.ts";

describeEachDatabase("the right to break the glass", (getDatabase) => {
  let identity: Identity;
  let workspaceId: string;
  let admin: Principal;
  beforeAll(async () => {
    identity = openTestIdentity(getDatabase());
    ({ workspaceId, admin } = await addWorkspace(getDatabase()));
    // Older than a day, so that new rights count after a wait.
    await getDatabase()
      .kysely.updateTable("workspace")
      .set({ createdAt: new Date(Date.now() - 10 * 86_400_000) })
      .where("id", "=", workspaceId)
      .execute();
  });

  const add = async (role: "approver" | "viewer") => {
    const email = `${makeName("Ann")}@example.org`;
    return valueOf(await identity.addMember(admin, { email, name: "Ann", role, confirm: true })).member.userId;
  };

  test("G46 the right is given after confirmation only, counts after the wait, and goes with the role", async () => {
    const ann = await add("approver");
    expect(valueOf(await identity.listMembers(admin)).find(({ userId }) => userId === ann)?.breakGlass).toBe(false);
    expect(codeOf(await identity.changeMember(admin, ann, { breakGlass: true }))).toBe("INVALID_INPUT");
    const given = valueOf(await identity.changeMember(admin, ann, { breakGlass: true, confirm: true }));
    expect(given).toMatchObject({ breakGlass: true, role: "approver" });
    expect(Date.parse(given.countsFrom ?? "")).toBeGreaterThan(Date.now());
    const [told] = (await readAudit(getDatabase(), workspaceId)).filter(
      ({ kind, data }) => kind === "member.changed" && data.includes(ann),
    );
    expect(JSON.parse(told?.data ?? "")).toMatchObject({
      breakGlass: true,
      lowered: [expect.stringMatching(/may break the glass/)],
    });
    expect(valueOf(await identity.changeMember(admin, ann, { role: "viewer" })).breakGlass).toBe(false);
    expect(codeOf(await identity.changeMember(admin, ann, { breakGlass: true, confirm: true }))).toBe("INVALID_INPUT");
    expect(codeOf(await identity.changeMember(admin, await add("viewer"), { breakGlass: true, confirm: true }))).toBe(
      "INVALID_INPUT",
    );
  });
});
