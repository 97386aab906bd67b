import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tempFolder } from "../../../server/test/support/temp-folder.ts";

/** Head of a PNG file, which says that the picture has 360 × 780 pixels. */
const PICTURE = Buffer.from("89504e470d0a1a0a0000000d49484452000001680000030c", "hex");
const README = "# Home\n\n## More\n\n- **Start**: [the inbox](docs/inbox.md), [adapters](docs/adapters/README.md)\n";
const OTHERS =
  "[Spec](SPEC.md) [security](SECURITY.md) [contributing](CONTRIBUTING.md) [examples](examples/) [decisions](docs/decisions/)\n";

/** Creates a small repository with every source of the guide; `more` replaces or adds files. */
export async function sampleRepository(more: Record<string, string> = {}): Promise<string> {
  const root = await tempFolder("guide-sources");
  const files = {
    "README.md": `${README}\n${OTHERS}`,
    "SPEC.md": "# Spec",
    "SECURITY.md": "# Security",
    "CONTRIBUTING.md": "# Contributing",
    "examples/README.md": "# Examples",
    "examples/a.ts": "",
    "docs/inbox.md": "# The inbox",
    "docs/adapters/README.md": "# Adapters\n\n[AI SDK](ai-sdk.md)",
    "docs/adapters/ai-sdk.md": "# AI SDK",
    "docs/decisions/0001-first.md": "# 0001 `First`",
    ...Object.fromEntries(
      ["1440-light", "1440-dark", "360-light", "360-dark"].map((name) => [`docs/screenshots/a-${name}.png`, PICTURE]),
    ),
    ...more,
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}
