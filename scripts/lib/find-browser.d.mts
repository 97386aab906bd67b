/** Returns the path of a working Chromium: CHROMIUM_PATH, the system's, or Playwright's; installs one of the last two if needed. */
export declare function findBrowser(): Promise<string>;
