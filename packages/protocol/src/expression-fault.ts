/** What is wrong in an expression, and where. */
export interface ExpressionFault {
  message: string;
  /** Range of characters in the expression, from 0; the end is exclusive. */
  start: number;
  end: number;
}

/** A fault as the message of an error, such as `characters 12 to 16: …`. */
export const sayExpressionFault = ({ start, end, message }: ExpressionFault): string =>
  `characters ${start} to ${end}: ${message}`;

/** Reads what `sayExpressionFault` wrote; undefined for another message. */
export function readExpressionFault(text: string): ExpressionFault | undefined {
  const [, start, end, message] = /^characters (\d+) to (\d+): (.*)$/s.exec(text) ?? [];
  return message === undefined ? undefined : { message, start: Number(start), end: Number(end) };
}
