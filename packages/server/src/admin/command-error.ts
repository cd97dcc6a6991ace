/** A command that cannot be done; the message is one line for the person at the console. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** What is printed before the message: the lines of the parts that were done. */
  readonly output: readonly string[];

  constructor(message: string, output: readonly string[] = []) {
    super(message);
    this.output = output;
  }
}
