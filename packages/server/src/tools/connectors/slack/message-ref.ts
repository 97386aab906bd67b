const SEPARATOR = ":";

/** Our reference of a message: the ID of its channel or conversation, and its time stamp there. */
export const refOf = (channel: string, ts: string): string => `${channel}${SEPARATOR}${ts}`;

/** The channel and the time stamp of a reference; an empty text has no time stamp. */
export function partsOf(ref: string): [channel: string, ts?: string] {
  const [channel = "", ts] = ref.split(SEPARATOR);
  return ts === undefined ? [channel] : [channel, ts];
}
