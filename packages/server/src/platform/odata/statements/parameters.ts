import type { Literal } from '@cfs/odata';

/** A literal that cannot be converted; the caller, who knows its position, turns it into a problem document. */
export class LiteralFault extends Error {
  override name = 'LiteralFault';
}

/** A value from a query literal, and the function that reads a literal in the same position of a similar query. */
export interface LiteralSlot {
  /** Index in the values. */
  readonly at: number;
  readonly literal: Literal;
  /** Depends on the literal only. @throws LiteralFault */
  readonly read: (literal: Literal) => unknown;
}

/** The values of one statement, in the order of their placeholders. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly slots: LiteralSlot[] = [];

  /** Adds a value and returns its placeholder with a cast: `$3::uuid`. The type is a constant of the code. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Adds the value of a literal. @throws LiteralFault when `read` does */
  addLiteral<Each extends Literal>(literal: Each, read: (literal: Each) => unknown, type: string): string {
    const value = read(literal);
    this.slots.push({ at: this.values.length, literal, read: read as LiteralSlot['read'] });
    return this.add(value, type);
  }
}
