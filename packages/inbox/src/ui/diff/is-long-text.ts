const MOST_LINES = 40;
const MOST_CHARACTERS = 4096;

/** Too long to be compared well within the page: more than 40 lines, or more than 4 kB. */
export const isLongText = (text: string): boolean =>
  text.length > MOST_CHARACTERS || text.split("\n", MOST_LINES + 2).length > MOST_LINES + 1;
