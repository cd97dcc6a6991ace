import type { Context } from '../../../platform/context.ts';
import { parseListQuery } from '../../../platform/odata/query/list-query.ts';
import { listStatement } from '../../../platform/odata/statements/list-statement.ts';
import { scopeRequestOf } from '../../../platform/odata/statements/reach.ts';
import type { Services } from '../../../platform/services.ts';
import { workUnitEntity } from '../work-unit-entity.ts';
import type { OldListRow } from './old-list-columns.ts';
import { odataQueryOf, type OldListQuery } from './old-list-query.ts';

/** The rows of the plain table. */
export const readOldList = async (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  query: OldListQuery,
): Promise<readonly OldListRow[]> => {
  const list = parseListQuery(odataQueryOf(query), 'body');
  const { statement } = listStatement({ declaration: workUnitEntity, context, query: list });
  const members = await gate.readText(context, scopeRequestOf(workUnitEntity), statement);
  return (JSON.parse(`{${members}}`) as { value: OldListRow[] }).value;
};
