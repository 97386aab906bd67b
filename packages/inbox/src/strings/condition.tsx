import type { Condition, ConditionOperator } from "@countersign/protocol";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("condition", {
  cannotShow: "The form cannot show this expression.",
  clear: "Clear expression",
  expression: "Expression",
  missingHere: "(missing)",
  goThere: "Go to the error",
  combine: "How conditions are combined",
  joins: {
    all: "All of these are true",
    any: "Any of these is true",
  } satisfies Record<Condition["join"], string>,
  add: "Add condition",
  condition: (number: number) => `Condition ${number}`,
  field: (condition: number) => `Field in condition ${condition}`,
  comparison: (condition: number) => `Comparison in condition ${condition}`,
  value: (condition: number) => `Value in condition ${condition}`,
  remove: (condition: number) => `Remove condition ${condition}`,
  /** Numbers are written with a point in every language. */
  notNumber: "Enter a number, such as 1000 or 0.5",
  /** Between a field and a value. */
  operators: {
    "==": "is",
    "!=": "is not",
    ">": "is more than",
    ">=": "is at least",
    "<": "is less than",
    "<=": "is at most",
    startsWith: "starts with",
    endsWith: "ends with",
    contains: "contains",
  } satisfies Record<ConditionOperator, string>,
});
