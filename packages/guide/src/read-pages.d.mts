export interface GuidePage {
  /** Path in the repository. */
  source: string;
  /** Address on the server. */
  url: string;
  text: string;
}

export declare function readPages(root: string): Promise<GuidePage[]>;
export declare function readNavigation(
  readme: string,
  pageAt: (path: string) => GuidePage | undefined,
): { title: string; entries: { title: string; url: string }[] }[];
