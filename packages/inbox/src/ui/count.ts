const digits = new Intl.NumberFormat("en");

/** `1 line`, `2,400 lines`. */
export const count = (amount: number, one: string): string => `${digits.format(amount)} ${one}${amount === 1 ? "" : "s"}`;
