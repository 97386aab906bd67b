/** A credential that has to be fetched, and again when a server refuses it. */
export interface FetchedCredential {
  /** The value of `Authorization`, or none yet. */
  header(): Promise<string | undefined>;
  /** The server refused; true when there is another credential to try. Throws in words for an administrator. */
  renew(status: number, challenge: string | null): Promise<boolean>;
}

export interface HttpTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** This machine's own addresses and those of private networks are allowed. */
  allowPrivate: boolean;
  credential?: FetchedCredential;
}
