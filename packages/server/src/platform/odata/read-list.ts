import type { Context } from '../context.ts';
import type { Services } from '../services.ts';
import type { EntityDeclaration } from './entity.ts';
import { optionsOfAddress } from './query/next-link.ts';
import { scopeRequestOf } from './statements/reach.ts';
import { cachedStatement } from './statements/statement-memory.ts';

/** Query options of a list by name, such as `$filter`. */
export type ListOptionTexts = Readonly<Partial<Record<`$${string}`, string>>>;

/** The rows that `GET` of the entity's set returns to the caller, in wire form; the first 1,000 at most. */
export const readList = async <Row>(
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  entity: EntityDeclaration,
  texts: ListOptionTexts,
): Promise<readonly Row[]> => {
  const query = Object.entries(texts).map(([name, text]) => `${name}=${encodeURIComponent(text ?? '')}`);
  const options = optionsOfAddress(query.join('&'), entity.set);
  const { statement } = cachedStatement(context, entity, options);
  const members = await gate.readText(context, scopeRequestOf(entity), statement);
  return (JSON.parse(`{${members}}`) as { readonly value: readonly Row[] }).value;
};

/** The number of rows of the set that pass the filter: what `GET` of its `/$count` returns. */
export const countList = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  entity: EntityDeclaration,
  filter?: string,
): Promise<number> => {
  const rows = filter === undefined ? '' : `filter(${filter})/`;
  const apply = `${rows}aggregate($count as count)`;
  const [row] = await readList<{ readonly count: number }>(services, context, entity, { $apply: apply });
  return row?.count ?? 0;
};
