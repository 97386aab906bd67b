export interface HttpTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Allows addresses of this machine and of private networks. */
  allowPrivate: boolean;
}
