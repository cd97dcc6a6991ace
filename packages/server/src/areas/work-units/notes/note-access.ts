import type { Permission } from '@cfs/contracts/permissions';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { notFound } from '../../../platform/problems.ts';
import { lockWorkUnit } from '../changes/lock-work-unit.ts';
import { isOwnWorkUnit } from '../visible-work-unit.ts';
import type { WorkUnitRow } from '../list/work-unit-wire.ts';

/** Determines on which units the caller may write notes and attach files. */
export interface NoteAccess {
  readonly permission: Permission | readonly Permission[];
  /** Whether notes are replies of end users. */
  readonly isEndUsers: boolean;
  /** Locks the unit until the transaction ends; throws 404 for a unit that the caller may not write on. */
  readonly lock: (db: ScopedDatabase, context: Context, workUnitId: number) => Promise<WorkUnitRow>;
}

/** Staff may write on the units that they may edit. */
export const staffAccess: NoteAccess = {
  permission: 'WorkUnits:edit',
  isEndUsers: false,
  lock: (db, context, workUnitId) => lockWorkUnit(db, context, 'WorkUnits:edit', workUnitId),
};

/** In the Resolution Center, a person may write on own units and on those that the person may edit. */
export const requesterAccess: NoteAccess = {
  permission: ['WorkUnits:view:mine', 'WorkUnits:edit'],
  isEndUsers: true,
  lock: async (db, context, workUnitId) => {
    const mine = inScope(context, 'WorkUnits:view:mine', 'work_units.tenant_id');
    const edited = inScope(context, 'WorkUnits:edit', 'work_units.tenant_id');
    const row = await db
      .selectFrom('work_units')
      .selectAll()
      .where('work_unit_id', '=', workUnitId)
      .where(sql<boolean>`((${mine} and ${isOwnWorkUnit(context)}) or ${edited})`)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('WorkUnit');
    return row;
  },
};
