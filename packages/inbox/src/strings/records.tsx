import type { RecordKind } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

interface KindWords {
  one: string;
  many: string;
  noneYet: string;
}

export const strings = catalogue("records", {
  title: "Records",
  meaning: "Records that agents saved in this workspace. Each was approved by a person or by a policy.",
  kinds: {
    insight: { one: "Insight", many: "Insights", noneYet: "No insights yet" },
    recommendation: { one: "Recommendation", many: "Recommendations", noneYet: "No recommendations yet" },
    document: { one: "Document", many: "Documents", noneYet: "No documents yet" },
    source: { one: "Source", many: "Sources", noneYet: "No sources yet" },
  } satisfies Record<RecordKind, KindWords>,
  whichKind: "Kind",
  all: "All",
  notRead: "The records could not be loaded",
  reading: "Loading records",
  noneYet: "No records yet",
  noneYetMeaning:
    "Insights, recommendations and documents appear here once an agent has proposed to save them and a person has approved.",
  saved: (kind: string, time: ReactNode) => (
    <>
      {kind}, saved {time}.
    </>
  ),
  itsAction: "Open action",
});
