import type { Page } from "@playwright/test";

/** Paths that the pages request by themselves. */
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
 * Records what an agent's text must never cause: a dialog, new window, download, request to any other address, violation of
 * the content security policy, or page error. `asked` holds the requested paths, to prove that requests are observed.
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
    // The browser logs expected refusals as console errors.
    if (message.type() !== "error" || /status of (401|404|409|422)/.test(message.text())) return;
    // The browser logs this when a test itself looks into a frame without scripts.
    if (!message.text().startsWith("Blocked script execution in ")) faults.push(message.text());
  });
  return { faults, asked };
}
