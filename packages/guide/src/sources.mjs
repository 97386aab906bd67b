/** Folders and files that the guide is made from, relative to the root of the repository. */
export const SOURCES = ["docs", "README.md", "SPEC.md", "SECURITY.md", "CONTRIBUTING.md", "examples/README.md"];

/** Where the server serves the guide. Ends with a slash. */
export const BASE = "/docs/guide/";
