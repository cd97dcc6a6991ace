/** The values of one statement, in the order of their placeholders. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value and answers its placeholder, cast to the type: `$3::uuid`. The type is a constant of ours. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
