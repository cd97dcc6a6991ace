import type { Literal } from '@cfs/odata';

/** A literal that cannot be the value that is wanted of it; whoever knows its place makes a problem of it. */
export class LiteralFault extends Error {
  override name = 'LiteralFault';
}

/** A value that came from a literal of the query, and how another literal in its place would be read. */
export interface LiteralSlot {
  /** Index among the values. */
  readonly at: number;
  readonly literal: Literal;
  /** Depends on the literal alone. @throws LiteralFault */
  readonly read: (literal: Literal) => unknown;
}

/** The values of one statement, in the order of their placeholders. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly slots: LiteralSlot[] = [];

  /** Adds a value and answers its placeholder, cast to the type: `$3::uuid`. The type is a constant of ours. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Adds what a literal stands for. @throws LiteralFault when `read` does */
  addLiteral<Each extends Literal>(literal: Each, read: (literal: Each) => unknown, type: string): string {
    const value = read(literal);
    this.slots.push({ at: this.values.length, literal, read: read as LiteralSlot['read'] });
    return this.add(value, type);
  }
}
