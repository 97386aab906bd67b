import { language } from "./language.ts";

const digits = new Intl.NumberFormat(language);

/** `2,400`; in German `2.400`. */
export const numberWords = (amount: number): string => digits.format(amount);

/** `1 line`, `2,400 lines`: a number with the word for it, for languages with one form for one and one for any other number. */
export const count = (amount: number, one: string, many: string): string =>
  `${numberWords(amount)} ${amount === 1 ? one : many}`;
