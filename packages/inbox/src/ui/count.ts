const digits = new Intl.NumberFormat("en");

/** `1 line`, `2,400 lines`. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${digits.format(amount)} ${amount === 1 ? one : many}`;
