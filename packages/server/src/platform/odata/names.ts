import type { Value } from './value.ts';

/** Where the names of an expression are looked up: the rows of an entity, or what an aggregation made of them. */
export interface Names {
  /** The value that a path leads to. */
  value(segments: readonly string[], position: number): Value;
  /** The related rows that a path leads to, for `any`, `all` and `/$count`. */
  related(segments: readonly string[], position: number): RelatedRows;
}

/** A collection behind a row; rendered only after everything that was asked of it is known. */
export interface RelatedRows {
  readonly names: Names;
  /** `true` when a row exists that fulfils the condition. */
  exists(condition?: string): string;
  count(): string;
}
