export declare function findFaults(
  pages: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
  base: string,
  unlinked?: readonly string[],
): string[];
