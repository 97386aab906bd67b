import { describe, expect, test } from "vitest";
import { drawnPreviewSchema, lightPreview, previewSchema, readImageData, type Preview } from "../src/index.ts";

const url = (type: string, bytes: readonly number[]): string =>
  `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;
const text = (value: string): number[] => [...value].map((character) => character.charCodeAt(0));
const u32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

const png = (width: number, height: number): number[] => [
  ...text("\u0089PNG\r\n\u001a\n"),
  ...u32(13),
  ...text("IHDR"),
  ...u32(width),
  ...u32(height),
  8,
  6,
  0,
  0,
  0,
];
const gif = [...text("GIF89a"), 3, 0, 2, 0, 0, 0, 0];
const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 5, 0, 7, 1, 1, 17, 0];
const webp = (chunk: string, rest: readonly number[]): number[] => [
  ...text("RIFF"),
  0,
  0,
  0,
  0,
  ...text("WEBP"),
  ...text(chunk),
  0,
  0,
  0,
  0,
  ...rest,
  ...Array.from({ length: 20 }, () => 0),
];

describe("pictures in a preview", () => {
  test.each([
    ["png", png(640, 480), { width: 640, height: 480 }],
    ["gif", gif, { width: 3, height: 2 }],
    ["jpeg", jpeg, { width: 7, height: 5 }],
    ["webp", webp("VP8X", [0, 0, 0, 0, 9, 0, 0, 4, 0, 0]), { width: 10, height: 5 }],
    ["webp", webp("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 16, 0, 8, 0]), { width: 16, height: 8 }],
    ["webp", webp("VP8L", [0x2f, 0x03, 0x40, 0x00, 0x00]), { width: 4, height: 2 }],
  ])("%s tells its size from its own header", (type, bytes, size) => {
    expect(readImageData(url(type, bytes))).toEqual({ ok: true, facts: { type, bytes: bytes.length, ...size } });
  });

  test.each([
    ["an address elsewhere", "https://example.test/a.png", /not fetched/],
    ["an address of ours", "/api/me", /not fetched/],
    ["a script", "javascript:alert(1)", /not fetched/],
    ["SVG", url("svg+xml", text("<svg xmlns='http://www.w3.org/2000/svg'/>")), /has type svg\+xml/],
    ["SVG that says it is PNG", url("png", text("<svg xmlns='http://www.w3.org/2000/svg'/>")), /not of that type/],
    ["a page that says it is GIF", url("gif", text("<html><script>")), /not of that type/],
    ["one type said, another sent", url("jpeg", png(1, 1)), /not of that type/],
    ["a size of nothing", url("png", png(0, 4)), /not of that type/],
    ["a wall of pixels", url("png", png(60_000, 60_000)), /20 million/],
    ["too many bytes", url("png", [...png(1, 1), ...new Uint8Array(600 * 1024)]), /512 KiB/],
    ["base64 with a line break", "data:image/png;base64,iVBO\nRw0K", /not fetched/],
    ["no base64", "data:image/png,abc", /not fetched/],
  ])("G6 %s is refused", (_what, source, reason) => {
    const read = readImageData(source);
    expect(read).toMatchObject({ ok: false, reason: expect.stringMatching(reason) as string });
  });
});

describe("what a tool may draw", () => {
  const image = { kind: "image", src: url("png", png(4, 4)), alt: "Four by four" };
  const table = {
    kind: "table",
    columns: ["who", "owes"],
    rows: [
      ["Ada", 12],
      ["Bo", null],
    ],
  };
  const faultsOf = (...items: object[]): string[] =>
    drawnPreviewSchema
      .safeParse({ title: "x", items })
      .error?.issues.map(({ path, message }) => `/${path.join("/")} ${message}`) ?? [];

  test("pictures, tables, plain rows and rows of another kind stand side by side", () => {
    expect(faultsOf(image, table, { name: "Ada" }, { kind: "invoice", src: "x" })).toEqual([]);
  });

  test("G6 a fault is named by its place", () => {
    expect(faultsOf({ name: "fine" }, { ...image, src: "https://example.test/a.png" })[0]).toMatch(
      /^\/items\/1\/src is not a data: URL/,
    );
    expect(faultsOf({ ...image, alt: "" })[0]).toMatch(/^\/items\/0\/alt/);
    expect(faultsOf({ ...image, onload: "x" })[0]).toMatch(/onload/);
    expect(faultsOf({ ...table, rows: [["Ada"]] })).toEqual(["/items/0/rows/0 must have 2 cells, one a column"]);
    expect(faultsOf({ ...table, columns: [] })[0]).toMatch(/^\/items\/0\/columns/);
    expect(faultsOf({ ...table, rows: [[{}, 1]] })[0]).toMatch(/^\/items\/0\/rows\/0\/0/);
    expect(faultsOf({ ...table, rows: Array.from({ length: 25_001 }, () => [1, 2]) })[0]).toMatch(/at most 50000 cells/);
    expect(faultsOf(...Array.from({ length: 11 }, () => image))[0]).toMatch(/at most 10 pictures/);
  });

  test("what is stored is read whatever it holds: a preview of an earlier version stays readable", () => {
    expect(previewSchema.safeParse({ title: "x", items: [{ kind: "image", src: "elsewhere" }] }).success).toBe(true);
  });

  test("a list carries neither the bytes of pictures nor the rows of tables", () => {
    const preview = { title: "x", note: 1, items: [image, table, { name: "Ada" }] } as Preview;
    expect(lightPreview(preview)).toEqual({
      title: "x",
      note: 1,
      items: [{ kind: "image", alt: "Four by four" }, { kind: "table", columns: ["who", "owes"] }, { name: "Ada" }],
    });
    const plain: Preview = { title: "x", items: [{ rows: 1 }] };
    expect(lightPreview(plain)).toBe(plain);
  });
});
