import { evaluateExpression, type ExpressionFacts } from "./approval-expression.ts";

/**
 * Returns the first grant that lets the call pass, which requires a result of exactly true: an expression that fails, takes too
 * long or returns anything else lets no call pass.
 */
export const findGrant = <G extends { expression: string }>(
  grants: readonly G[] | null,
  facts: ExpressionFacts,
): G | undefined => grants?.find(({ expression }) => evaluateExpression(expression, facts) === true);
