/** Round times a scale may end at, in seconds; twice each is a round time too, so its half is one. */
const STEPS = [0.2, 1, 2, 4, 10, 20, 60, 120, 240, 600, 1200, 3600, 7200, 14_400, 43_200, 86_400, 172_800];

/** Where a scale of times ends, so that its half reads as a round time. */
export function topOf(seconds: number): number {
  const top = STEPS.find((step) => step >= seconds);
  if (top !== undefined) return top;
  const days = Math.ceil(seconds / 86_400);
  return (days + (days % 2)) * 86_400;
}
