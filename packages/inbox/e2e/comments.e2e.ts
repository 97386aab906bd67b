import { expect, test } from "@playwright/test";
import type { Action, Outcome } from "@countersign/protocol";
import {
  collectComplaints,
  expectAccessible,
  expectAccessibleAtAllSizes,
  resumeSession,
  signInFirstTime,
} from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

test.describe.configure({ timeout: 240_000 });

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer();
});
test.afterAll(() => server.close());

test("a person comments on an action and asks its agent, which replies while the page is open", async ({ page }) => {
  const complaints = collectComplaints(page);
  await signInFirstTime(page, server);
  const id = await propose(server, "write_file", { path: "asked.txt", content: "asked\n" });
  await page.goto(`${server.url}/actions/${id}`);
  const comments = page.getByRole("region", { name: "Comments" });
  const field = comments.getByRole("textbox", { name: "Your comment" });
  await expect(comments.getByRole("button", { name: "Comment" })).toBeDisabled();
  await field.fill("Looks odd <b>to me</b>");
  await comments.getByRole("button", { name: "Comment" }).click();
  await expect(comments.getByRole("listitem").filter({ hasText: "Looks odd <b>to me</b>" })).toBeVisible();
  await expect(field).toHaveValue("");

  await field.fill("Why this file?");
  await comments.getByRole("button", { name: "Ask the agent" }).click();
  const asked = comments.getByRole("listitem").filter({ hasText: "Why this file?" });
  await expect(asked).toContainText("when it next checks the status of this action");
  const { comments: read = [] } = (await (await server.fetch(`/api/pending-actions/${id}?wait=0`, { as: "agent" })).json()) as {
    comments?: Outcome["comments"];
  };
  expect(read.map(({ text }) => text)).toEqual(["Why this file?"]);
  await expect(asked).toContainText("Question to the agent, read");
  const text = "Because of \u202Ethe list";
  await server.fetch(`/api/pending-actions/${id}/comments/${read[0]!.id}/reply`, { body: { text }, as: "agent" });
  const reply = asked.getByRole("note", { name: "The agent's reply" });
  await expect(reply).toContainText("the list");
  await expect(reply.getByRole("img", { name: /U\+202E|right-to-left/i })).toBeVisible();
  await expectAccessibleAtAllSizes(page, "comments on an action");

  await page.goto(server.url);
  await expect(page.getByRole("link", { name: /3 comments/ })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("@ offers members to the keyboard; who is chosen is mentioned, and whose name is removed is not", async ({ page }) => {
  const complaints = collectComplaints(page);
  await resumeSession(page, server);
  for (const name of ["Bob Second", "Bobby Third"])
    await server.fetch("/api/members", {
      body: { name, email: `${name.split(" ")[0]}@example.test`, role: "viewer", confirm: true },
    });
  const id = await propose(server, "write_file", { path: "mentioned.txt", content: "x\n" });
  await page.goto(`${server.url}/actions/${id}`);
  const comments = page.getByRole("region", { name: "Comments" });
  const field = comments.getByRole("textbox", { name: "Your comment" });
  const options = comments.getByRole("listbox", { name: "People to mention" }).getByRole("option");
  const active = options.and(comments.locator("[aria-selected=true]"));

  await field.pressSequentially("Look @bo");
  await expect(options).toHaveText([/^Bob Second/, /^Bobby Third/]);
  await expect(active).toHaveText(/^Bob Second/);
  await expect(comments.getByRole("status")).toContainText("2 people to mention");
  await field.press("ArrowDown");
  await expect(active).toHaveText(/^Bobby Third/);
  await expect(field).toHaveAttribute("aria-activedescendant", (await active.getAttribute("id")) ?? "");
  await expectAccessible(page, "people to mention");
  await field.press("Escape");
  await expect(options).toHaveCount(0);
  await field.press("Backspace");
  await expect(options).toHaveCount(0);
  await field.fill("");
  await field.pressSequentially("Look @bo");
  await field.press("ArrowUp");
  await field.press("Enter");
  await expect(field).toHaveValue("Look @Bobby Third ");
  await expect(options).toHaveCount(0);
  await field.pressSequentially("and @");
  await options.filter({ hasText: "Bob Second" }).click();
  await expect(field).toHaveValue("Look @Bobby Third and @Bob Second ");
  await expect(field).toBeFocused();
  for (let n = 0; n < "b Second ".length; n += 1) await field.press("Backspace");
  await field.press("Escape");
  await comments.getByRole("button", { name: "Comment" }).click();
  const said = comments.getByRole("listitem").filter({ hasText: "Look" });
  await expect(said.locator("strong")).toHaveText("@Bobby Third");
  const action = (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;
  expect(action.comments?.map(({ text, mentions }) => [text, mentions.map(({ name }) => name)])).toEqual([
    ["Look @Bobby Third and @Bo", ["Bobby Third"]],
  ]);
  await expectAccessibleAtAllSizes(page, "a comment that mentions somebody");
  expect(complaints).toEqual([]);
});
