import type { DecidedFigures } from "@countersign/protocol";

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

const share = (part: number, whole: number): string => (whole === 0 ? "–" : percent.format(part / whole));

/** Of all that people decided, what they approved. */
export const approvalRate = ({ approved, rejected, refined }: DecidedFigures): string =>
  share(approved, approved + rejected + refined);

/** Of what people approved, what they changed first. */
export const editRate = ({ approved, edited }: DecidedFigures): string => share(edited, approved);
