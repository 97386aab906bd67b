import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ProposeManyRequest } from "@countersign/protocol";

/** Initial files of the demo: a small company's handbook and settings. */
export const DEMO_FILES: Readonly<Record<string, string>> = {
  "pricing.md": `# Pricing

| plan    | per person and month | storage |
|---------|----------------------|---------|
| Starter | 8 €                  | 20 GB   |
| Team    | 18 €                 | 200 GB  |
| Company | 32 €                 | 1 TB    |

Prices are without VAT. A month starts on the day of the order.
Whoever pays for a year gets two months free.
`,
  "support-hours.md": `# Support hours

- Monday to Friday, 9:00 to 17:00 (Europe/Berlin)
- Closed on public holidays in Berlin

Outside these hours, status.example.com says what we know.
Company customers reach the on-call engineer by phone at any time.
`,
  "refund-policy.md": `# Refunds

We refund a plan within 14 days of the order, no reason asked.
After that we refund the months that were not used, if the fault was ours.
`,
  "config/app.yaml": `server:
  port: 8080
  requestTimeoutSeconds: 30
session:
  lifetimeMinutes: 30
  cookieSecure: true
uploads:
  maxMegabytes: 25
  allowedTypes: [pdf, png, jpg, csv]
logging:
  level: info
`,
  "config/feature-flags.json": `{
  "newCheckout": false,
  "darkMode": true,
  "exportToCsv": true
}
`,
  "notes/2023-offsite.md": `# Offsite 2023

Two days in Leipzig. Decided: one support rota for all teams, and a handbook that everybody may edit.
`,
  "notes/roadmap-draft.md": `# Roadmap (draft, March)

1. Checkout in one page
2. Export for accountants
3. Single sign-on

Not agreed with sales yet.
`,
};

/** Files that the changes below create; removed when the demo is reset. */
const MADE = ["handbook/onboarding.md", "archive/2023-offsite.md"];

/** Eight changes to eight different files, so that no decision makes another proposal stale. */
export function demoBatches(sessionId: string): ProposeManyRequest[] {
  const item = (toolName: string, caption: string, toolInput: ProposeManyRequest["items"][number]["toolInput"]) => ({
    toolName,
    toolInput,
    caption,
    // Each run has its own mission, so that calls rejected in an earlier run may be proposed again.
    missionId: `handbook-review ${sessionId}`,
    sessionId,
  });
  const edit = (path: string, caption: string, ...edits: { oldText: string; newText: string }[]) =>
    item("edit_file", caption, { path, edits });
  return [
    {
      items: [
        edit("pricing.md", "Team plan to the price agreed for spring", {
          oldText: "| Team    | 18 €                 |",
          newText: "| Team    | 21 €                 |",
        }),
        edit("support-hours.md", "Saturday hours, as announced to customers", {
          oldText: "- Monday to Friday, 9:00 to 17:00 (Europe/Berlin)\n",
          newText: "- Monday to Friday, 8:00 to 18:00 (Europe/Berlin)\n- Saturday, 10:00 to 14:00\n",
        }),
        item("write_file", "A page for the first week, from the team's answers", {
          path: "handbook/onboarding.md",
          content:
            "# Your first week\n\n1. Day one: laptop, accounts, lunch with your team.\n2. Day two: read the handbook and mend one thing in it.\n3. Day three: sit with support for a morning.\n4. By Friday: ship something small.\n",
        }),
        item("move_file", "Old notes belong in the archive", { from: "notes/2023-offsite.md", to: "archive/2023-offsite.md" }),
      ],
    },
    {
      items: [
        edit("config/app.yaml", "Fewer sign-ins for the support team", {
          oldText: "  lifetimeMinutes: 30\n",
          newText: "  lifetimeMinutes: 1440\n",
        }),
        edit("config/feature-flags.json", "The new checkout passed its trial", {
          oldText: `"newCheckout": false`,
          newText: `"newCheckout": true`,
        }),
        item("delete_file", "The draft is out of date", { path: "notes/roadmap-draft.md" }),
        item("write_file", "Longer refunds, to match the competition", {
          path: "refund-policy.md",
          content:
            "# Refunds\n\nWe refund a plan within 60 days of the order, no reason asked.\nAfter that we refund the months that were not used.\n",
        }),
      ],
    },
  ];
}

export interface SeededFiles {
  written: string[];
  /** Existing files with different content; left unchanged. */
  changed: string[];
}

/** Writes missing sample files. With `overwrite`, writes all of them and removes files that an earlier demo created. */
export async function seedDemoFiles(folder: string, overwrite: boolean): Promise<SeededFiles> {
  const seeded: SeededFiles = { written: [], changed: [] };
  if (overwrite) for (const path of MADE) await rm(join(folder, path), { force: true });
  for (const [path, content] of Object.entries(DEMO_FILES)) {
    const place = join(folder, path);
    const found = await readFile(place, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (found === content) continue;
    if (found !== undefined && !overwrite) {
      seeded.changed.push(path);
      continue;
    }
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, content);
    seeded.written.push(path);
  }
  return seeded;
}
