/** A credential that is fetched, and renewed when the server refuses it. */
export interface FetchedCredential {
  /** Value of `Authorization`; undefined if there is none yet. */
  header(): Promise<string | undefined>;
  /** Call after a refusal; true if there is another credential to try. Throws with a message for an administrator. */
  renew(status: number, challenge: string | null): Promise<boolean>;
}

export interface HttpTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Allows addresses of this machine and of private networks. */
  allowPrivate: boolean;
  credential?: FetchedCredential;
}
