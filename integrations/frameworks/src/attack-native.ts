import { type Call, SCHEMAS, type Transfer } from "./driver.ts";
import type { Native } from "./native.ts";

/** Result of one attack. `held`: no unapproved call ran, and each approved call ran exactly once. */
export interface Finding {
  held: boolean;
  words: string;
}

const ada: Call = { id: "call-ada", input: { to: "ada", amount: 5 } };
const bob: Call = { id: "call-bob", input: { to: "bob", amount: 9 } };

/** A tool that counts its effects. With `hangs`, its first call hangs after the effect, as if the process died there. */
function createTransfer({ hangs = false } = {}) {
  const runs: Call["input"][] = [];
  let tellStarted = (): void => {};
  const started = new Promise<void>((resolve) => (tellStarted = resolve));
  const execute = (input: { to: string; amount: number }): unknown => {
    runs.push(input);
    tellStarted();
    return hangs && runs.length === 1 ? new Promise(() => {}) : { paid: input.to };
  };
  const transfer: Transfer = { description: "Transfer money", schema: SCHEMAS.first, execute };
  return { runs, transfer, started };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error));
/** Returns the error's name, or undefined if the work succeeds. */
const failure = (work: Promise<unknown>): Promise<string | undefined> => work.then(() => undefined, nameOf);
const times = (count: number): string => (count === 1 ? "ran once" : count === 0 ? "did not run" : `ran ${count} times`);
const finding = (held: boolean, ...words: (string | undefined)[]): Finding => ({
  held,
  words: words.filter(Boolean).join(", "),
});

/** The attacks of the hostile suite, against a framework's own approval. */
export const ATTACKS: Record<string, (native: Native) => Promise<Finding>> = {
  "forged approval": async (native) => {
    const { runs, transfer } = createTransfer();
    const refused = await failure(native.forge(ada, transfer));
    return finding(runs.length === 0, times(runs.length), refused);
  },
  "replayed approval": async (native) => {
    const { runs, transfer } = createTransfer();
    const question = await native.ask([ada], transfer);
    await question.decide({});
    const refused = await failure(question.decide({}));
    return finding(runs.length === 1, times(runs.length), refused);
  },
  "two approvals at once": async (native) => {
    const { runs, transfer } = createTransfer();
    const question = await native.ask([ada], transfer);
    await Promise.allSettled([question.decide({}), question.decide({})]);
    return finding(runs.length === 1, times(runs.length));
  },
  "crash inside the tool": async (native) => {
    const { runs, transfer, started } = createTransfer({ hangs: true });
    const question = await native.ask([ada], transfer);
    question.decide({}).catch(() => {});
    await started;
    // The process is dead. The next one recovers the stored run, and the person, who sees an open question, answers again.
    const refused = await failure((question.recover?.() ?? Promise.resolve()).then(() => question.decide({})));
    return finding(runs.length === 1, runs.length === 1 ? "did not run again" : "ran again", refused);
  },
  "one approved, one rejected": async (native) => {
    const { runs, transfer } = createTransfer();
    const question = await native.ask([ada, bob], transfer);
    const failed = await failure(question.decide({ [ada.id]: "approve", [bob.id]: "reject" }));
    const ran = runs.map(({ to }) => to);
    const held = failed === undefined && ran.length === 1 && ran[0] === "ada";
    return finding(held, held ? "each as decided" : `ran: ${ran.join(" and ") || "neither"}`, failed);
  },
  "user message while pending": async (native) => {
    const { runs, transfer } = createTransfer();
    const question = await native.ask([ada], transfer);
    const said = await failure(question.say("and the weather?"));
    const decided = await failure(question.decide({}));
    const held = said === undefined && decided === undefined && runs.length === 1;
    return finding(
      held,
      said && `the message fails: ${said}`,
      decided && `the approval fails: ${decided}`,
      `the approved call ${times(runs.length)}`,
    );
  },
  "edited arguments": async (native) => {
    if (!native.canEdit) return finding(false, "cannot edit");
    const { runs, transfer } = createTransfer();
    const question = await native.ask([ada], transfer);
    await question.decide({ [ada.id]: { edit: { to: "ada", amount: 4 } } });
    const held = runs.length === 1 && runs[0]?.amount === 4;
    return finding(held, held ? "the edit ran" : times(runs.length));
  },
  "changed tool definition": async (native) => {
    const { transfer } = createTransfer();
    const later = createTransfer();
    const question = await native.ask([ada], transfer);
    question.release({
      ...later.transfer,
      description: "Transfer money, fees included",
      schema: SCHEMAS.changed as unknown as Transfer["schema"],
    });
    const refused = await failure(question.decide({}));
    return finding(
      later.runs.length === 0,
      later.runs.length === 0 ? "withheld" : "the new tool ran what was approved for the old one",
      refused,
    );
  },
};
