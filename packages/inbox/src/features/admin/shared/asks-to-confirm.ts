import type { Problem } from "@countersign/protocol";

/**
 * What the server wants a yes to, one sentence each, or null where it refused for another reason. It stands at `/confirm`, or
 * at the fields themselves under a detail that names `confirm: true`.
 */
export function asksToConfirm(problem: Problem | null | undefined): string[] | null {
  if (problem?.code !== "INVALID_INPUT") return null;
  const errors = problem.errors ?? [];
  const confirm = errors.find(({ path }) => path === "/confirm");
  if (confirm)
    return confirm.message
      .replace(/^must be true:?\s*/, "")
      .split("; ")
      .filter(Boolean);
  return problem.detail.includes("`confirm: true`") ? errors.map(({ message }) => message) : null;
}
