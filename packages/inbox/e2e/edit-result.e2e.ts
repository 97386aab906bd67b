import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { Action, JsonObject } from "@countersign/protocol";
import { armed, collectComplaints, expectAccessibleAtAllSizes, resumeSession, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
test.beforeAll(async ({ browser }) => {
  server = await startTestServer();
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(() => server.close());
test.beforeEach(({ page }) => resumeSession(page, server));

const file = (path: string) => join(server.dataFolder, "files", path);
const read = async (id: string): Promise<Action> => (await (await server.fetch(`/api/pending-actions/${id}`)).json()) as Action;
const dialog = (page: Page) => page.getByRole("dialog");
const result = (page: Page) => dialog(page).getByRole("textbox", { name: "Resulting file" });
const preview = (page: Page) => dialog(page).getByRole("button", { name: "Preview result" }).click();
const last = (page: Page) => dialog(page).getByRole("button", { name: "Approve with these edits" });

/** Proposes edits of a new file and opens the dialog in which they are edited. */
async function edit(page: Page, path: string, text: string, oldText: string, newText: string): Promise<string> {
  await mkdir(file("."), { recursive: true });
  await writeFile(file(path), text);
  const id = await propose(server, "edit_file", { path, edits: [{ oldText, newText }] });
  await page.goto(`${server.url}/actions/${id}`);
  await page.getByRole("button", { name: "Edit…" }).click();
  return id;
}

test("edits of a file are edited as the resulting file, and exactly that text is approved", async ({ page }) => {
  const complaints = collectComplaints(page);
  const menu = "# Menu\n\nsoup 4\n---\nbread 2\n---\ntea 1\n---\n";
  const id = await edit(page, "menu.md", menu, "soup 4", "soup 5");
  await expect(result(page)).toBeFocused();
  await expect(result(page)).toHaveValue(menu.replace("soup 4", "soup 5"));
  await preview(page);
  await expect(dialog(page).getByText("Nothing has changed yet.")).toBeVisible();
  await result(page).fill(menu);
  await preview(page);
  await expect(dialog(page).getByText("Your text is the same as the current file.")).toBeVisible();

  const wanted = "# Menu\n\nsoup 6\n---\nbread 2\n---\ncake 3 \u{1f370}\n---\ntea 1\n---";
  await result(page).fill(wanted);
  await expect(dialog(page).getByRole("region", { name: "Your edits so far" })).toContainText("cake 3");
  await expectAccessibleAtAllSizes(page, "the resulting file, edited");
  await test.step("the arguments are those of the text, and lead back to it", async () => {
    await dialog(page).getByText("Arguments", { exact: true }).click();
    const edits = dialog(page).getByRole("textbox", { name: "edits" });
    await expect(edits).toHaveValue(/cake 3/);
    await edits.fill((await edits.inputValue()).replace("soup 6", "soup 7"));
    await dialog(page).getByText("Result", { exact: true }).click();
    await expect(result(page)).toHaveValue(wanted.replace("soup 6", "soup 7"));
    await dialog(page).getByText("Arguments as JSON").click();
    const json = dialog(page).getByRole("textbox", { name: "Input as JSON" });
    await json.fill((await json.inputValue()).replace('"oldText": "soup 4', '"oldText": "---'));
    await dialog(page).getByText("Result", { exact: true }).click();
    await expect(dialog(page).getByText("These arguments cannot be shown as a file, because")).toBeVisible();
    await json.fill((await json.inputValue()).replace('"oldText": "---', '"oldText": "soup 4'));
    await dialog(page).getByText("Result", { exact: true }).click();
  });
  await preview(page);
  await expect(dialog(page).getByText("Changes, including your edits")).toBeVisible();
  await armed(last(page));
  await expectAccessibleAtAllSizes(page, "the preview of the resulting file");
  await last(page).click();
  await expect.poll(async () => readFile(file("menu.md"), "utf8")).toBe(wanted.replace("soup 6", "soup 7"));
  const { userEdits, effectiveInput } = await read(id);
  expect(Object.keys(userEdits!)).toEqual(["edits"]);
  expect(effectiveInput["path"]).toBe("menu.md");
  expect(complaints).toEqual([]);
});

test("a file with the line breaks of Windows keeps them; what a text field cannot keep is edited as arguments", async ({
  page,
}) => {
  await edit(page, "win.txt", "one\r\ntwo\r\n", "two", "2");
  await expect(result(page)).toHaveValue("one\n2\n");
  await result(page).fill("one\n2\nthree\n");
  await preview(page);
  await armed(last(page));
  await last(page).click();
  await expect.poll(async () => readFile(file("win.txt"), "utf8")).toBe("one\r\n2\r\nthree\r\n");

  await edit(page, "hidden.txt", "one\u200b\ntwo\n", "two", "2");
  await expect(dialog(page).getByText("the file has invisible characters or mixed line breaks")).toBeVisible();
  await expect(dialog(page).getByText("Result", { exact: true })).toHaveCount(0);
  await expect(dialog(page).getByRole("textbox", { name: "edits" })).toBeFocused();
});

test("a file that changes in between is not overwritten: neither a preview nor an approval of the old one succeeds", async ({
  page,
}) => {
  const id = await edit(page, "stale.md", "one\ntwo\n", "two", "2");
  await result(page).fill("one\nTWO\n");
  await preview(page);
  await armed(last(page));
  await writeFile(file("stale.md"), "one\ntwo\nthree\n");
  await last(page).click();
  await expect(
    dialog(page)
      .getByRole("alert")
      .filter({ hasText: /changed/ }),
  ).toBeVisible();
  await dialog(page).getByRole("button", { name: "Back to editing" }).click();
  await expect(result(page)).toHaveValue("one\nTWO\n");
  await preview(page);
  await expect(dialog(page).getByText("The target changed since the proposal")).toBeVisible();
  await expect(last(page)).toHaveCount(0);
  expect(await readFile(file("stale.md"), "utf8")).toBe("one\ntwo\nthree\n");
  expect((await read(id)).status).toBe("pending");
});

test("a preview that is not the text that was written cannot be approved", async ({ page }) => {
  await page.route("**/api/pending-actions/*/preview", async (route) => {
    const answer = await route.fetch();
    const action = (await answer.json()) as Action;
    const proposed = { ...(action.proposed as JsonObject), content: "one\nTWO, and more\n" };
    await route.fulfill({ response: answer, json: { ...action, proposed } });
  });
  await edit(page, "other.md", "one\ntwo\n", "two", "2");
  await result(page).fill("one\nTWO\n");
  await preview(page);
  await expect(dialog(page).getByText("The result differs from your text")).toBeVisible();
  await expect(last(page)).toHaveAttribute("aria-disabled", "true");
  await expect(last(page)).toHaveAttribute("title", "The result differs from your text");
  await dialog(page).getByRole("button", { name: "Back to editing" }).click();
  await expect(result(page)).toHaveValue("one\nTWO\n");
});
