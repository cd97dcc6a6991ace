/** A backup cannot be created or restored; the message is one line for the user at the console. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
