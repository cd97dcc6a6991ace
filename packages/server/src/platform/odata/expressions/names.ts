import type { Value } from './value.ts';

/** Resolves the names of an expression: against the rows of an entity or the result of an aggregation. */
export interface Names {
  /** The value at the end of a path. */
  value(segments: readonly string[], position: number): Value;
  /** The related rows at the end of a path, for `any`, `all` and `/$count`. */
  related(segments: readonly string[], position: number): RelatedRows;
}

/** A related collection; rendered only after all its names have been resolved. */
export interface RelatedRows {
  readonly names: Names;
  /** `true` if a row exists that satisfies the condition. */
  exists(condition?: string): string;
  count(): string;
}
