/**
 * A reason not to start that the person at the console can act on.
 * Its message is one line that stands alone: what is wrong and what to do. It is printed without a stack.
 */
export class StartUpError extends Error {
  override readonly name = 'StartUpError';
}
