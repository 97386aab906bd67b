// All names exported here are public API: each addition is a compatibility commitment.
export type { ActionQuestion, OnQuestion } from "./answering.ts";
export type { AskOutcome, FormQuestion, TextQuestion } from "./ask.ts";
export { Countersign, type CountersignOptions, type ListFilter } from "./countersign.ts";
export type { Duration } from "./duration.ts";
export {
  CountersignProblem,
  CountersignUnreachable,
  InvalidToolInput,
  LeaseLost,
  MissingKey,
  ToolError,
  type Issue,
} from "./errors.ts";
export type { CallOptions, Gated, JsonSchemaTool, SchemaTool } from "./gated.ts";
export type { HandlerContext, LookupAnswer } from "./handlers.ts";
export { gatedIn } from "./adapters/gated-in.ts";
export { outcomeOf } from "./outcome.ts";
export type { ChangeOrFaults, ProposedChange } from "./proposed-change.ts";
export type { InputSchema } from "./standard-schema.ts";
export type { Worker, WorkOptions } from "./worker.ts";
export type {
  Action,
  ActionPage,
  ActionStatus,
  ActionSummary,
  Checkpoint,
  CheckpointDetail,
  ContentField,
  Json,
  JsonObject,
  OpenCheckpoint,
  Outcome,
  Preview,
  ProposedBatch,
  ProposeManyRequest,
  ProposeRequest,
  ToolWidget,
  WidgetMessage,
  WidgetShow,
} from "@countersign/protocol";
