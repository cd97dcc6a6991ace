interface Refusal {
  /** 0-based index of the first offending character; the text's length where it ends too early. */
  readonly position: number;
  /** The construct is legal OData, but outside of what this package takes. */
  readonly unsupported?: boolean;
}

/**
 * A text that the parsers refuse: malformed, beyond a limit, or with `unsupported` legal OData outside the subset.
 * The message is one plain sentence that names the fault or the construct, without its position.
 */
export class ODataSyntaxError extends Error {
  override readonly name = 'ODataSyntaxError';
  readonly position: number;
  readonly unsupported: boolean;

  constructor(message: string, refusal: Refusal) {
    super(message);
    this.position = refusal.position;
    this.unsupported = refusal.unsupported ?? false;
  }
}
