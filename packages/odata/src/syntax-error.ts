interface Refusal {
  /** 0-based index of the first offending character; the length of the text when it ends too early. */
  readonly position: number;
  /** The construct is valid OData outside the supported subset. */
  readonly unsupported?: boolean;
}

/**
 * The parsers reject the text: it is malformed, beyond a limit, or (`unsupported`) valid OData outside the subset. The
 * message is one sentence that names the error or the construct, without its position.
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
