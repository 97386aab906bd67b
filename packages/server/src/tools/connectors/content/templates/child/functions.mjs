// All functions of a template: none has access to the clock, randomness, files or other templates.
import { Fault, isList, toMap, toNumber } from "./values.mjs";

const MAX_STEPS = 10_000;

/** Range from `low` to `high`, both included; also the operator `low..high`. */
export function range(low, high, step = 1) {
  const letters = [low, high].every((end) => typeof end === "string" && /^[A-Za-z]$/.test(end));
  const [from, to] = [low, high].map((end) => (letters ? end.charCodeAt(0) : toNumber(end, "range")));
  const by = Math.abs(toNumber(step, "range"));
  if (by === 0) throw new Fault("failed", "range cannot go by steps of 0.");
  const count = Math.floor(Math.abs(to - from) / by) + 1;
  if (count > MAX_STEPS) throw new Fault("too_large", `A range may have at most ${MAX_STEPS} values; this one has ${count}.`);
  const sign = to < from ? -1 : 1;
  return new Map(
    Array.from({ length: count }, (_, n) => from + sign * n * by).map((at, n) => [n, letters ? String.fromCharCode(at) : at]),
  );
}

function cycle(values, position) {
  const all = [...toMap(values, "cycle").values()];
  const at = Math.trunc(toNumber(position, "cycle"));
  return all.length === 0 ? "" : all[((at % all.length) + all.length) % all.length];
}

/** First by `isBefore` of the arguments, or of the values of one list; all must be numbers, or all texts. */
const pick = (name, isBefore) =>
  function pickOne(...given) {
    const all = given.length === 1 && isList(given[0]) ? [...toMap(given[0]).values()] : given;
    const [type] = all.map((value) => typeof value);
    if (all.length === 0 || !["number", "string"].includes(type) || all.some((value) => typeof value !== type))
      throw new Fault("failed", `${name} takes numbers, or texts, or a list of them.`);
    return all.reduce((best, value) => (isBefore(value, best) ? value : best));
  };

export const FUNCTIONS = new Map(
  Object.entries({
    cycle: [cycle, ["values"], ["position"]],
    max: [pick("max", (a, b) => a > b), "..."],
    min: [pick("min", (a, b) => a < b), "..."],
    range: [range, ["low"], ["high"], ["step", 1]],
  }),
);
