/** Which of so many parts is the turn of this commit, from 0. */
export function partOfCommit(parts: number): number;
