import { strings } from "../strings/code.tsx";

/** The first that fits. Opened from the Home Screen of an iPhone or iPad, Safari leaves its name out of the user agent. */
const BROWSERS = {
  Edge: /Edg(A|iOS)?\//,
  Firefox: /Firefox\/|FxiOS\//,
  Chrome: /Chrome\/|CriOS\//,
  Safari: /Safari\/|iPhone|iPad/,
};
const SYSTEMS = {
  Android: /Android/,
  iPhone: /iPhone/,
  iPad: /iPad/,
  Windows: /Windows/,
  Mac: /Mac OS/,
  Linux: /Linux|CrOS/,
};

/** Such as `Chrome on Android`: browser and system of a user agent. */
export function nameBrowser(userAgent: string): string {
  const find = (patterns: Readonly<Record<string, RegExp>>) =>
    Object.entries(patterns).find(([, pattern]) => pattern.test(userAgent))?.[0];
  return strings.browserName(find(BROWSERS), find(SYSTEMS));
}
