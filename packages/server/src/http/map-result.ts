import { ok, type Result } from "../core/refusal.ts";

export const mapResult = <A, B>(result: Result<A>, change: (value: A) => B): Result<B> =>
  result.ok ? ok(change(result.value)) : result;
