import { createAgUiInterrupts } from "./ag-ui-interrupts.ts";
import { createLangChainInterrupts } from "./langchain-interrupts.ts";
import { createPerson, type PersonOptions } from "./person.ts";

export type { AgUiFilter, AgUiInterrupt, AgUiOutcome, AgUiResume } from "./ag-ui-interrupts.ts";
export type { HitlDecision, HitlRequest, HitlResponse, LangChainInterrupt } from "./langchain-interrupts.ts";
export type { PersonOptions, ShownFilter } from "./person.ts";
export { InvalidDecision } from "./read-edits.ts";

/** Speaks to front ends that know LangChain's or AG-UI's interrupts: what waits goes out in their form, a person's answers come in. */
export function createInterrupts(options: PersonOptions) {
  const person = createPerson(options);
  return { langchain: createLangChainInterrupts(person), agUi: createAgUiInterrupts(person) };
}
