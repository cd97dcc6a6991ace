/** An SMTP answer other than success: 4xx has the mail server deliver later, 5xx makes it return the mail. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** As smtp-server reads it. */
  readonly responseCode: number;

  constructor(responseCode: number, text: string, cause?: unknown) {
    super(text, cause === undefined ? undefined : { cause });
    this.responseCode = responseCode;
  }
}
