import type { Page } from "@playwright/test";

/** Every address the pages ask for by themselves, without the query. */
const EXPECTED = [
  /^\/$/,
  /^\/(sign-in|audit|insights|content)$/,
  /^\/admin\/(tools|upstreams|groups|agents|keys|people|try|content)$/,
  /^\/content\/[\w-]+(\/edit)?$/,
  /^\/chat(\/[\w-]+)?$/,
  /^\/sessions\/[^/]+$/,
  /^\/actions\/[^/]+(\/evidence)?$/,
  /^\/assets\/[\w.-]+$/,
  /^\/api\/[\w/%.:~!*'()-]+$/,
  /^\/(icon\.svg|icon-192\.png|apple-touch-icon\.png|color-scheme\.js|manifest\.webmanifest|favicon\.ico)$/,
];

/**
 * Notes what no text of an agent may bring about: a dialog, a new window, a download, a request to any other address, a
 * breach of the content security policy, an error of the page. Also which addresses were asked for, to see that it looks.
 */
export function watchPage(page: Page, origin: string): { faults: string[]; asked: Set<string> } {
  const faults: string[] = [];
  const asked = new Set<string>();
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => faults.push(`new window: ${popup.url()}`));
  page.on("download", (download) => faults.push(`download: ${download.url()}`));
  page.on("pageerror", (error) => faults.push(`page error: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    asked.add(url.pathname);
    if (url.origin !== origin || !EXPECTED.some((pattern) => pattern.test(url.pathname)))
      faults.push(`request: ${request.url()}`);
    if (request.postData()?.includes("csp-report")) faults.push(`report: ${request.url()}`);
  });
  page.on("console", (message) => {
    // A refusal is an answer; the browser also writes it to the console.
    if (message.type() !== "error" || /status of (401|404|409|422)/.test(message.text())) return;
    // The browser also says so when a test looks into a frame in which nothing may run.
    if (!message.text().startsWith("Blocked script execution in ")) faults.push(message.text());
  });
  return { faults, asked };
}
