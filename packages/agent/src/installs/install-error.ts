/**
 * A package cannot be installed. If `isFinal`, it is not retried until another version, bundle or key is configured.
 */
export class InstallError extends Error {
  override name = 'InstallError';
  readonly isFinal: boolean;

  constructor(
    message: string,
    { isFinal = true, cause }: { readonly isFinal?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}
