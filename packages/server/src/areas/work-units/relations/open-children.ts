import { finishedStates, relationTypes, workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';

/** The numbers of children of a unit, and of those that still need work. */
export interface OpenChildren {
  readonly open: number;
  readonly total: number;
  /** The first public numbers of open children. */
  readonly numbers: readonly number[];
}

const namedNumbers = 5;
const finished = sql.join(finishedStates.map((state) => sql.lit(workUnitStates[state])));

/** Counts the children of a unit and its open children. */
export const readOpenChildren = async (
  db: ScopedDatabase,
  { tenantId, workUnitId }: WorkUnitKey,
): Promise<OpenChildren> => {
  const rows = await db.guarded<{ number: string; is_open: boolean }>(sql`
    select child.public_work_unit_id as number, child.state not in (${finished}) as is_open
    from work_unit_relations relation
    join work_units child on child.tenant_id = relation.tenant_id and child.work_unit_id = relation.reference_id::bigint
    where relation.tenant_id = ${tenantId} and relation.work_unit_id = ${workUnitId}
      and relation.reference_type = ${sql.lit(relationTypes.Child)}
    order by child.public_work_unit_id`);
  const open = rows.filter((row) => row.is_open);
  return {
    open: open.length,
    total: rows.length,
    numbers: open.slice(0, namedNumbers).map(({ number }) => Number(number)),
  };
};

/** Returns a text such as `2 of 3 child work units are open: #5, #7.` */
export const describeOpenChildren = ({ open, total, numbers }: OpenChildren): string => {
  const named = numbers.map((number) => `#${number}`).join(', ');
  const more = open > numbers.length ? ` and ${open - numbers.length} more` : '';
  return `${open} of ${total} child work units ${open === 1 ? 'is' : 'are'} open: ${named}${more}.`;
};
