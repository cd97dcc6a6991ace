/** A command that was written wrongly; the message is one line for the person at the console. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
