/** A package cannot be installed; `isFinal` while the same version is wanted from the same bundle. */
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
