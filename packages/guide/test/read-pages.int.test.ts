import { expect, test } from "vitest";
import { readNavigation, readPages } from "../src/read-pages.mjs";
import { sampleRepository } from "./support/sample-repository.ts";

test("every Markdown file of the sources has an address, and the decisions have a list", async () => {
  const pages = await readPages(await sampleRepository());
  expect(Object.fromEntries(pages.map(({ source, url }) => [source, url]))).toEqual({
    "README.md": "/docs/guide/",
    "SPEC.md": "/docs/guide/spec/",
    "SECURITY.md": "/docs/guide/security/",
    "CONTRIBUTING.md": "/docs/guide/contributing/",
    "examples/README.md": "/docs/guide/examples/",
    "docs/inbox.md": "/docs/guide/inbox/",
    "docs/adapters/README.md": "/docs/guide/adapters/",
    "docs/adapters/ai-sdk.md": "/docs/guide/adapters/ai-sdk/",
    "docs/decisions/": "/docs/guide/decisions/",
    "docs/decisions/0001-first.md": "/docs/guide/decisions/0001-first/",
  });
  expect(pages.find(({ source }) => source === "docs/decisions/")?.text).toContain("- [0001 First](0001-first.md)");
});

test("two files for one address are an error that names both", async () => {
  await expect(readPages(await sampleRepository({ "docs/spec.md": "# Spec" }))).rejects.toThrow(
    /(SPEC|spec)\.md and .*(SPEC|spec)\.md have/,
  );
});

test("the navigation is the list of pages in the README, and each entry of it must be a page", () => {
  const readme =
    "# Home\n\n## More\n\n- **Start**: [what it does](docs/a.md),\n  [b](docs/b.md)\n- **Trust**: [spec](SPEC.md)\n\nEnd.\n";
  const pageAt = (source: string) => ({ source, url: `/${source}`, text: "" });
  expect(readNavigation(readme, pageAt)).toEqual([
    {
      title: "Start",
      entries: [
        { title: "What it does", url: "/docs/a.md" },
        { title: "B", url: "/docs/b.md" },
      ],
    },
    { title: "Trust", entries: [{ title: "Spec", url: "/SPEC.md" }] },
  ]);
  expect(() => readNavigation(readme, () => undefined)).toThrow("docs/a.md, which is not a page of the guide");
  expect(() => readNavigation("# Home\n", pageAt)).toThrow("README.md has no list of pages");
  expect(() => readNavigation("## More\n\n- [a](a.md)\n", pageAt)).toThrow("has no group in bold");
});
