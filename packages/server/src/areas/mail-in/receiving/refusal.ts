/** An SMTP error response: after 4xx, the mail server delivers again later; after 5xx, it returns the mail. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Read by smtp-server. */
  readonly responseCode: number;

  constructor(responseCode: number, text: string, cause?: unknown) {
    super(text, cause === undefined ? undefined : { cause });
    this.responseCode = responseCode;
  }
}
