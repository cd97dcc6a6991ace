import type { Context } from '../../context.ts';
import type { EntityDeclaration } from '../entity.ts';
import { filterOf, parseListOptions, type ListOptions } from '../query/list-query.ts';
import { listStatement, pageSize, type ListStatement } from './list-statement.ts';
import type { NextLink } from '../query/next-link.ts';
import { LiteralFault, type LiteralSlot } from './parameters.ts';
import { shapeOf, type QueryShape } from '../query/query-shape.ts';

/**
 * Caches statements by the shape of their query, so that repeated requests of the same screen are not translated again.
 * Rows, counts and responses are not cached: every query is parsed and every statement executed.
 *
 * The cache key includes the caller's grants: other grants have other statements.
 */
interface Remembered {
  readonly text: string;
  readonly context: string;
  readonly values: readonly unknown[];
  readonly slots: readonly (Omit<LiteralSlot, 'literal'> & { readonly of: number })[];
}

const maxStatements = 2_000;
const remembered = new Map<string, Remembered>();

const numbered = <Key extends WeakKey>(): ((key: Key) => number) => {
  const numbers = new WeakMap<Key, number>();
  let last = 0;
  return (key) => {
    const number = numbers.get(key) ?? (last += 1);
    numbers.set(key, number);
    return number;
  };
};
const numberOfGrants = numbered<object>();
const numberOfEntity = numbered<EntityDeclaration>();

const keyOf = (context: Context, grants: object, entity: EntityDeclaration, { text }: QueryShape): string => {
  const place = entity.reach === 'context' ? `${context.tenantId} ${context.subscriptionId ?? ''}` : '';
  return `${numberOfGrants(grants)} ${numberOfEntity(entity)} ${place} ${text}`;
};

/** The cached statement with the literals of the query; `undefined` if one of them cannot be converted. */
const recall = (
  known: Remembered,
  { literals }: QueryShape,
): Pick<ListStatement, 'statement' | 'context'> | undefined => {
  const values = [...known.values];
  try {
    for (const { at, of, read } of known.slots) {
      const literal = literals[of];
      if (literal === undefined) return undefined;
      values[at] = read(literal);
    }
  } catch (error) {
    if (error instanceof LiteralFault) return undefined;
    throw error;
  }
  return { statement: { text: known.text, values }, context: known.context };
};

const remember = (key: string, { statement, context, translation }: ListStatement, { literals }: QueryShape): void => {
  const { slots } = translation.parameters;
  const places = new Map(literals.map((literal, index) => [literal, index]));
  const filled = slots.flatMap(({ at, literal, read }) => {
    const of = places.get(literal);
    return of === undefined ? [] : [{ at, of, read }];
  });
  // A literal that influenced the translation by more than its value: another literal may lead to another statement.
  if (translation.readsNow || new Set(filled.map(({ of }) => of)).size < literals.length) return;
  remembered.set(key, { text: statement.text, context, values: statement.values, slots: filled });
  if (remembered.size > maxStatements) remembered.delete(remembered.keys().next().value ?? '');
};

/**
 * The statement of a list, like {@link listStatement}; cached if a query of the same shape was translated before. The next
 * link is used only if the statement is translated: a cached one ends with `$top` and has none.
 *
 * @throws what {@link parseListOptions} and {@link listStatement} throw.
 */
export const cachedStatement = (
  context: Context,
  entity: EntityDeclaration,
  options: ListOptions,
  nextLink?: () => NextLink,
): Pick<ListStatement, 'statement' | 'context'> => {
  const filter = filterOf(options);
  const { grants } = context;
  const shape = grants && !entity.restrict ? shapeOf(options, filter, pageSize) : undefined;
  const key = grants && shape && keyOf(context, grants, entity, shape);
  const known = key === undefined ? undefined : remembered.get(key);
  const recalled = known && shape && recall(known, shape);
  if (key !== undefined && known && recalled) {
    remembered.delete(key);
    remembered.set(key, known);
    return recalled;
  }
  const made = listStatement({
    declaration: entity,
    context,
    query: parseListOptions(options, filter),
    ...(nextLink && { nextLink: nextLink() }),
  });
  if (key !== undefined && shape) remember(key, made, shape);
  return made;
};
