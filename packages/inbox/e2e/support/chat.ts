import type { Chat, ChatCall } from "@countersign/protocol";
import { expect, type Locator, type Page } from "@playwright/test";
import { read } from "./content.ts";
import { armed } from "./pages.ts";
import type { TestServer } from "./server.ts";

/** Enables chat for a new agent of these groups. The built-in script answers; send it `help` for its commands. */
export async function openChatAgent(server: TestServer, name: string, groups: readonly string[]): Promise<string> {
  const made = await server.fetch("/api/keys", { body: { kind: "agent", name, groups, confirm: true } });
  const { id } = (await made.json()) as { id: string };
  // Listing first enables the first agent by default, which happens only while no other agent is enabled.
  await read(server, "/api/chat/agents");
  const opened = await server.fetch(`/api/chat/agents/${id}`, { method: "PUT", body: { enabled: true } });
  if (!opened.ok) throw new Error(`not opened: ${await opened.text()}`);
  return id;
}

export const groupsOf = async (server: TestServer, part: string): Promise<string[]> =>
  (await read<{ items: { name: string }[] }>(server, "/api/groups")).items
    .map(({ name }) => name)
    .filter((name) => name.startsWith(part) && !/direct/.test(name));

export const messageBox = (page: Page): Locator => page.getByRole("textbox", { name: "Message" });

export async function say(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await messageBox(page).press("Enter");
}

/** Starts a conversation with this message; returns its id. */
export async function beginChat(page: Page, server: TestServer, agent: string, text: string): Promise<string> {
  await page.goto(`${server.url}/chat/new`);
  await page.getByRole("radio", { name: agent }).check();
  await say(page, text);
  await expect(page).toHaveURL(/\/chat\/(?!new)[^/]+$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Cards of single proposals, oldest first. */
export const cards = (page: Page): Locator => page.getByRole("article", { name: /^Proposal: / });

/** Reads with the page's session, which owns the conversation; a personal token does not. */
export async function readChat(page: Page, id: string): Promise<Chat> {
  const answer = await page.request.get(new URL(`/api/chat/sessions/${id}`, page.url()).href);
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Chat;
}

export const callsOf = ({ messages }: Chat): ChatCall[] => messages.flatMap(({ calls }) => calls);

/** Waits until the button accepts clicks, and clicks it. */
export async function press(button: Locator): Promise<void> {
  await armed(button);
  await button.click();
}
