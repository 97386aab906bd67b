import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { ContentExport } from "@countersign/protocol";
import { sampleCatalogue } from "../examples/sample-catalogue/sample-catalogue.ts";

/** Versions of Node.js compress pictures differently. */
const PNG = /^iVBORw0KGgo/;
const withoutBytes = ({ elements, ...rest }: ContentExport) => ({
  ...rest,
  elements: elements.map(({ file, ...element }) => ({ ...element, file: file && [file.mediaType, PNG.test(file.base64)] })),
});

test("the sample that servers load is what examples/sample-catalogue/main.ts writes", async () => {
  const written = await readFile(new URL("../packages/server/samples/catalogue.json", import.meta.url), "utf8");
  expect(withoutBytes(JSON.parse(written) as ContentExport)).toEqual(
    JSON.parse(JSON.stringify(withoutBytes(sampleCatalogue()))),
  );
});
