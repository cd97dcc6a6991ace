/** A command cannot be executed; the message is one line for the user at the console. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** Lines that are printed before the message: the output of the completed parts. */
  readonly output: readonly string[];

  constructor(message: string, output: readonly string[] = []) {
    super(message);
    this.output = output;
  }
}
