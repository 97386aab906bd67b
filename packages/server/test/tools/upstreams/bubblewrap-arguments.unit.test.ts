import { expect, test } from "vitest";
import { bubblewrapArguments, type SandboxLayout } from "../../../src/tools/upstreams/bubblewrap-arguments.ts";

const layout = (more: Partial<SandboxLayout> = {}): SandboxLayout => ({
  isReadOnly: false,
  hasNetwork: true,
  writable: [],
  covered: [],
  masked: [],
  cwd: "/work",
  ...more,
});
/** The arguments as one text, by which their order is compared. */
const textOf = (more?: Partial<SandboxLayout>): string => bubblewrapArguments(layout(more)).join(" ");
const inOrder = (text: string, ...parts: string[]): void => {
  const places = parts.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
};

test("G57 every command is in namespaces of its own, without rights, and ends with the server", () => {
  const text = textOf();
  for (const part of ["--die-with-parent", "--new-session", "--unshare-pid", "--unshare-ipc", "--cap-drop ALL"])
    expect(text).toContain(part);
  inOrder(text, "--bind / /", "--dev /dev", "--proc /proc", "--ro-bind /proc/sys /proc/sys", "--ro-bind /sys /sys");
  expect(text).not.toContain("--unshare-net");
  expect(text).toMatch(/--chdir \/work --info-fd 3$/);
});

test("G57 read-only files and no network", () => {
  const text = textOf({ isReadOnly: true, hasNetwork: false, writable: ["/srv/notes", "/proc"] });
  expect(text).toContain("--unshare-net");
  expect(text).not.toContain("--bind / / --bind");
  // What may be changed never brings the machine's processes back.
  inOrder(text, "--ro-bind / /", "--bind /srv/notes /srv/notes", "--bind /proc /proc", "--proc /proc");
});

test("G57 what is hidden covers what was shown before, and what remains is shown after it", () => {
  const text = textOf({
    writable: ["/home"],
    covered: [
      { path: "/tmp", isScratch: true, shown: [{ path: "/tmp/a", isWritable: false }] },
      { path: "/home/data", isScratch: false, shown: [{ path: "/home/data/files", isWritable: true }] },
    ],
    masked: ["/home/countersign.yaml"],
  });
  inOrder(
    text,
    "--bind /home /home",
    "--tmpfs /tmp --ro-bind /tmp/a /tmp/a",
    "--tmpfs /home/data --bind /home/data/files /home/data/files",
    "--ro-bind /dev/null /home/countersign.yaml",
    "--remount-ro /home/data",
  );
  expect(text).not.toContain("--remount-ro /tmp");
});
