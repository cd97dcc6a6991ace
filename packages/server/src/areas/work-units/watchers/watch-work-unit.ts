import { watcherLimit, type Watcher } from '@cfs/contracts/work-unit-watchers';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { conflict, forbidden, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { nameInTenant } from '../../access/people/name-in-tenant.ts';
import { lockWorkUnit } from '../changes/lock-work-unit.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';
import { findVisibleWorkUnit } from '../visible-work-unit.ts';

const permission = 'WorkUnits:view';

/** Returns the acting person; throws 403 for a machine, which cannot watch. */
const personOf = ({ actor }: Context) => {
  if (actor.kind !== 'person') throw forbidden();
  return actor;
};

const readRows = (db: ScopedDatabase, { tenantId, workUnitId }: WorkUnitKey) =>
  db
    .selectFrom('work_unit_watchers')
    .select(['user_id', 'mail'])
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .execute();

/**
 * Makes the caller a watcher of a unit; a no-op if the caller is one already.
 *
 * @throws 404 for a unit that the caller may not see, 409 if it has 100 watchers, 403 for a machine.
 */
export const watchWorkUnit = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
): Promise<Watcher> => {
  const { userId, userName, name: displayName } = personOf(context);
  const mail = userName.toLowerCase();
  const watcher = { userId, mail, displayName };
  return gate.write(context, permission, async (db, change) => {
    const { tenant_id: tenantId } = await lockWorkUnit(db, context, permission, workUnitId);
    const watchers = await readRows(db, { tenantId, workUnitId });
    if (watchers.some((known) => known.user_id === userId)) return watcher;
    if (watchers.length >= watcherLimit) throw conflict(`A work unit has at most ${watcherLimit} watchers.`);
    await db
      .insertInto('work_unit_watchers')
      .values({
        tenant_id: tenantId,
        work_unit_id: workUnitId,
        user_id: userId,
        mail,
        created: context.clock.now(),
      })
      .execute();
    await change.record({ entity: 'WorkUnitWatcher', id: String(workUnitId), tenantId, after: { mail } });
    return watcher;
  });
};

/**
 * Removes a watcher of a unit.
 *
 * @throws 404 for a unit out of reach and for a person who does not watch it; 403 for removing another person without
 * WorkUnits edit.
 */
export const unwatchWorkUnit = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
  userId: string,
): Promise<void> => {
  const isOwn = context.actor.kind === 'person' && context.actor.userId === userId;
  const needed = isOwn ? permission : 'WorkUnits:edit';
  const scope = context.scopeOf(needed);
  if (scope.kind === 'tenants' && scope.tenantIds.length === 0) throw forbidden();
  return gate.write(context, needed, async (db, change) => {
    const { tenant_id: tenantId } = await lockWorkUnit(db, context, needed, workUnitId);
    const removed = await db
      .deleteFrom('work_unit_watchers')
      .where('tenant_id', '=', tenantId)
      .where('work_unit_id', '=', workUnitId)
      .where('user_id', '=', userId)
      .returning('mail')
      .executeTakeFirst();
    if (!removed) throw notFound('WorkUnitWatcher');
    const before = { mail: removed.mail };
    await change.record({ entity: 'WorkUnitWatcher', id: String(workUnitId), tenantId, before });
  });
};

/** Reads the watchers of a unit, sorted by name; throws 404 for a unit that the caller may not see. */
export const readWatchers = async (
  { gate, snapshot }: Pick<Services, 'gate' | 'snapshot'>,
  context: Context,
  workUnitId: number,
): Promise<Watcher[]> => {
  const access = await snapshot.current();
  return gate.read(context, permission, async (db) => {
    const { row } = await findVisibleWorkUnit(db, context, workUnitId);
    const watchers = await readRows(db, { tenantId: row.tenant_id, workUnitId });
    return watchers
      .map(({ user_id: userId, mail }) => ({
        userId,
        mail,
        displayName: nameInTenant(access, row.tenant_id, mail) ?? mail,
      }))
      .toSorted((one, other) => one.displayName.localeCompare(other.displayName, 'en'));
  });
};
