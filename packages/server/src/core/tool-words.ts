/** `deleteRecord`, `delete_record` and `records.delete` all have the word `delete`. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const READS = words(
  "get list read search find fetch show describe view count check lookup browse inspect status info head stat peek",
);
const REMOVES = words(
  "delete deletes remove removes drop drops purge destroy destroys erase wipe truncate revoke cancel terminate uninstall close",
);
const IRREVERSIBLE = words("delete drop purge wipe remove destroy erase truncate");
const COMMITS = words("pay transfer refund charge buy purchase sell withdraw deploy merge release");
const SENDS = words("send post publish email mail share upload tweet message notify submit push forward reply invite");
const RUNS = words("exec execute run eval shell bash command script sql sudo");
const ADMINISTERS = words("admin grant permission permissions role roles policy iam sudo owner member members");

/** What the words of a tool's name indicate. The author chose them, so none may lower a risk much. */
export interface NameSays {
  /** The first word is a reading verb. */
  reads: boolean;
  /** The matching word, or undefined. */
  removes: string | undefined;
  irreversible: string | undefined;
  commits: string | undefined;
  sends: string | undefined;
  runs: string | undefined;
  administers: string | undefined;
}

export function readName(name: string): NameSays {
  const all = wordsOf(name);
  const reads = READS.has(all[0] ?? "");
  const first = (set: ReadonlySet<string>): string | undefined => (reads ? undefined : all.find((word) => set.has(word)));
  const forced = /force[^a-z0-9]?push/i.test(name) ? "force push" : undefined;
  return {
    reads: reads && forced === undefined,
    removes: all.find((word) => REMOVES.has(word)),
    irreversible: forced ?? first(IRREVERSIBLE),
    commits: first(COMMITS),
    sends: first(SENDS),
    runs: first(RUNS),
    administers: first(ADMINISTERS),
  };
}
