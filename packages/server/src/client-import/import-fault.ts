/** Why a client's settings are not imported. Nothing was changed, unless the message says so. */
export class ImportFault extends Error {
  /** What to do about it. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "ImportFault";
    this.hint = hint;
  }
}
