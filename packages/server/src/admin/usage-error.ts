/** A command with wrong usage; the message is one line for the user at the console. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
