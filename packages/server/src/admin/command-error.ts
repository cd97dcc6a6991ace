/** A command that cannot be done; the message is one line for the person at the console. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
