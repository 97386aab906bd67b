const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** `2 d 3 h`, `4 min 12 s`, `0.3 s`; a dash where nothing was measured. */
export function duration(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  const first = UNITS.findIndex(([, size]) => whole >= size);
  const [unit, size] = UNITS[first] ?? UNITS[3];
  const rest = UNITS[first + 1];
  const amount = Math.floor(whole / size);
  const left = rest ? Math.floor((whole - amount * size) / rest[1]) : 0;
  return rest && left > 0 ? `${amount} ${unit} ${left} ${rest[0]}` : `${amount} ${unit}`;
}
