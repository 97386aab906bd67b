import { createAgUiInterrupts } from "./ag-ui-interrupts.ts";
import { createLangChainInterrupts } from "./langchain-interrupts.ts";
import { createPerson, type PersonOptions } from "./person.ts";

export type { AgUiFilter, AgUiInterrupt, AgUiOutcome, AgUiResume } from "./ag-ui-interrupts.ts";
export type { HitlDecision, HitlRequest, HitlResponse, LangChainInterrupt } from "./langchain-interrupts.ts";
export type { PersonOptions, ShownFilter } from "./person.ts";
export { InvalidDecision } from "./read-edits.ts";

/** Adapts pending actions to the interrupts of LangChain or AG-UI, and a person's answers to decisions. */
export function createInterrupts(options: PersonOptions) {
  const person = createPerson(options);
  return { langchain: createLangChainInterrupts(person), agUi: createAgUiInterrupts(person) };
}
