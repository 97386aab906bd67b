import { evaluateExpression, type ExpressionFacts } from "./approval-expression.ts";

/**
 * The first of these grants that lets the call pass. Only a clear "true" does: an expression that fails, takes too long or
 * says anything else lets nothing pass.
 */
export const findGrant = <G extends { expression: string }>(
  grants: readonly G[] | null,
  facts: ExpressionFacts,
): G | undefined => grants?.find(({ expression }) => evaluateExpression(expression, facts) === true);
