/** A backup that cannot be made or restored; the message is one line for the person at the console. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
