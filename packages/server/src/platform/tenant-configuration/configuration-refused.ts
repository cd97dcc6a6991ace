/** A configuration that cannot be written, planned or applied, with the reasons, one line each. */
export class ConfigurationRefused extends Error {
  override readonly name = 'ConfigurationRefused';

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
  }
}
