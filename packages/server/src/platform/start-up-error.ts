/**
 * A reason not to start that the operator can act on. The message is a self-contained line that says what is wrong and
 * what to do, printed without a stack trace.
 */
export class StartUpError extends Error {
  override readonly name = 'StartUpError';
}
