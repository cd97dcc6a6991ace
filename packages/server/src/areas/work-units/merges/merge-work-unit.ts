import { isSameMail } from '@cfs/contracts/is-same-mail';
import { nameOf } from '@cfs/contracts/name-of';
import { workUnitStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { mergedUnitLimit, type WorkUnitMerge } from '@cfs/contracts/work-unit-merges';
import { watcherLimit } from '@cfs/contracts/work-unit-watchers';
import type { WorkUnit, WorkUnitRelation } from '@cfs/contracts/work-units';
import { sql } from 'kysely';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Context } from '../../../platform/context.ts';
import { countCall } from '../../../platform/limits/count-call.ts';
import { conflict, invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { knownPeople } from '../approvals/check-approvers.ts';
import { applyChanges } from '../changes/patch-work-unit.ts';
import { lockWorkUnit } from '../changes/lock-work-unit.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';
import { isOpenState } from '../is-open-work-unit.ts';
import { toWorkUnit, type WorkUnitRow } from '../list/work-unit-wire.ts';
import { addCopies, readCopies } from '../mails/copies.ts';
import { mailExternalNote } from '../mails/mail-external-note.ts';
import { insertNote } from '../notes/insert-note.ts';
import { describeOpenChildren, readOpenChildren } from '../relations/open-children.ts';
import { bothSides, deleteRelation, insertRelations, recordRelation } from '../relations/relation-rows.ts';
import { findMergedUnits } from './find-merged-units.ts';
import type { WorkUnitMergeTable } from './merge-table.ts';

const permission = 'WorkUnits:edit';
const scope = { permission, shared: true } as const;

const keyOf = (row: WorkUnitRow): WorkUnitKey => ({ tenantId: row.tenant_id, workUnitId: row.work_unit_id });
const named = (row: WorkUnitRow): string => `#${row.public_work_unit_id}`;
const relationTo = (target: WorkUnitRow): WorkUnitRelation => ({
  referenceType: 'MergedInto',
  referenceId: String(target.work_unit_id),
});

const findMerge = (
  db: ScopedDatabase,
  { tenantId, workUnitId }: WorkUnitKey,
): Promise<WorkUnitMergeTable | undefined> =>
  db
    .selectFrom('work_unit_merges')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .executeTakeFirst();

/** Locks both units in the order of their ids, so that concurrent merges of the same two units do not deadlock. */
const lockBoth = async (
  db: ScopedDatabase,
  context: Context,
  sourceId: number,
  targetId: number,
): Promise<{ readonly source: WorkUnitRow; readonly target: WorkUnitRow }> => {
  const lock = (id: number) => lockWorkUnit(db, context, permission, id);
  const first = await lock(Math.min(sourceId, targetId));
  const second = await lock(Math.max(sourceId, targetId));
  return sourceId < targetId ? { source: first, target: second } : { source: second, target: first };
};

/** Throws 409 with the reason if one unit cannot be merged into the other. */
const expectMergeable = async (db: ScopedDatabase, source: WorkUnitRow, target: WorkUnitRow): Promise<void> => {
  if (source.work_unit_type_id === workUnitTypes.ChangeRequest)
    throw conflict('A Change Request keeps its own plan and approval: relate the two instead.');
  if (!isOpenState(source.state)) throw conflict(`${named(source)} is finished: only an open work unit can be merged.`);
  if (!isOpenState(target.state)) throw conflict(`${named(target)} is finished. Reopen it first.`);
  const children = await readOpenChildren(db, keyOf(source));
  if (children.open > 0) throw conflict(`${describeOpenChildren(children)} Give them another parent first.`);
  const held = (await findMergedUnits(db, keyOf(target))).size + (await findMergedUnits(db, keyOf(source))).size;
  if (held >= mergedUnitLimit) throw conflict(`A work unit has at most ${mergedUnitLimit} merged work units.`);
};

/** Adds the watchers of the source to the target, up to the limit of watchers. */
const addWatchers = async (
  db: ScopedDatabase,
  { clock }: Context,
  source: WorkUnitRow,
  target: WorkUnitRow,
): Promise<void> => {
  await db.run(sql`
    insert into work_unit_watchers (tenant_id, work_unit_id, user_id, mail, created)
    select watcher.tenant_id, ${target.work_unit_id}, watcher.user_id, watcher.mail, ${clock.now()}
    from work_unit_watchers watcher
    where ${db.scopeGuard} and watcher.tenant_id = ${source.tenant_id} and watcher.work_unit_id = ${source.work_unit_id}
      and not exists (select from work_unit_watchers known
        where known.tenant_id = ${target.tenant_id} and known.work_unit_id = ${target.work_unit_id}
          and known.user_id = watcher.user_id)
    order by watcher.created, watcher.user_id
    limit greatest(0, ${sql.lit(watcherLimit)} - (select count(*) from work_unit_watchers known
      where known.tenant_id = ${target.tenant_id} and known.work_unit_id = ${target.work_unit_id}))
    on conflict do nothing`);
};

/** Whether a merge into the unit has added the address to its copies. */
const isHeldByMerge = async (
  db: ScopedDatabase,
  { tenantId, workUnitId }: WorkUnitKey,
  address: string,
): Promise<boolean> => {
  const merge = await db
    .selectFrom('work_unit_merges')
    .select('work_unit_id')
    .where('tenant_id', '=', tenantId)
    .where('target_id', '=', workUnitId)
    .where('copied_address', '=', address)
    .executeTakeFirst();
  return merge !== undefined;
};

/**
 * Adds the stakeholder of the source to the copies of mails to that of the target. Resolves with the address if this or
 * another merge added it; null if there is none, or if it was copied in independently of merges.
 */
const copyRequester = async (
  db: ScopedDatabase,
  change: Change,
  source: WorkUnitRow,
  target: WorkUnitRow,
): Promise<string | null> => {
  const address = source.stakeholder_mail;
  if (!address || !target.stakeholder_mail || isSameMail(address, target.stakeholder_mail)) return null;
  const key = keyOf(target);
  const before = await readCopies(db, key);
  if (before.includes(address)) return (await isHeldByMerge(db, key, address)) ? address : null;
  await addCopies(db, change, key, [address]);
  return (await readCopies(db, key)).includes(address) ? address : null;
};

/** Informs the stakeholder of a unit by an external note, which is mailed; does nothing without a stakeholder. */
const informRequester = async (
  services: Services,
  db: ScopedDatabase,
  change: Change,
  unit: WorkUnitRow,
  detail: string,
): Promise<void> => {
  if (!unit.stakeholder_mail) return;
  await countCall(services, db, change.context, 'mail', 1);
  await insertNote(db, change, unit, { historyType: null, detail, isExternalNote: true });
  await mailExternalNote(services, db, change.context, unit, detail);
};

const tellBoth = async (
  db: ScopedDatabase,
  context: Context,
  source: WorkUnitRow,
  target: WorkUnitRow,
  what: 'added' | 'removed',
): Promise<void> => {
  for (const side of bothSides(keyOf(source), relationTo(target))) await recordRelation(db, context, side, what);
};

/**
 * Merges an open unit into another one of its tenant. The unit is closed (canceled if it is New) and gets a relation to
 * the target, which shows its notes and files and gets its watchers. Its stakeholder is informed. Merging it into the
 * same unit again is a no-op.
 *
 * @throws 404 for a unit out of reach, 400 for a target of another tenant, 409 with the reason if it is not possible.
 */
export const mergeWorkUnit = async (
  services: Services,
  context: Context,
  workUnitId: number,
  { targetId, copiesRequester }: WorkUnitMerge,
): Promise<WorkUnit> => {
  if (targetId === workUnitId) throw invalid({ TargetId: ['A work unit cannot be merged into itself.'] });
  const people = await knownPeople(services);
  return services.gate.write(context, scope, async (db, change) => {
    const { source, target } = await lockBoth(db, context, workUnitId, targetId);
    if (source.tenant_id !== target.tenant_id)
      throw invalid({ TargetId: ['Please choose a work unit of the same tenant.'] });
    const known = await findMerge(db, keyOf(source));
    if (known?.target_id === targetId) return toWorkUnit(source);
    if (known) throw conflict(`${named(source)} was already merged into another work unit.`);
    await expectMergeable(db, source, target);
    await insertRelations(db, context, keyOf(source), [relationTo(target)]);
    await addWatchers(db, context, source, target);
    const merge: WorkUnitMergeTable = {
      tenant_id: source.tenant_id,
      work_unit_id: workUnitId,
      target_id: targetId,
      state_before: source.state,
      copied_address: copiesRequester ? await copyRequester(db, change, source, target) : null,
      ...change.createdOnce(),
    };
    await db.insertInto('work_unit_merges').values(merge).execute();
    await tellBoth(db, context, source, target, 'added');
    await informRequester(
      services,
      db,
      change,
      source,
      `This request is handled together with request ${named(target)} from now on.`,
    );
    await change.record({
      entity: 'WorkUnitMerge',
      id: String(workUnitId),
      tenantId: source.tenant_id,
      after: { targetId, stateBefore: toWorkUnit(source).stateId, copiedAddress: merge.copied_address },
    });
    const stateId = source.state === workUnitStates.New ? 'Canceled' : 'Closed';
    return applyChanges(services, db, change, people, source, { changes: { stateId }, history: [] });
  });
};

/**
 * Undoes a merge: the unit returns to its former state, and the target no longer shows its notes. Its stakeholder no
 * longer gets copies of the target's mails, unless another merge has added the address. Watchers that the target got
 * stay. For a unit that is not merged, this is a no-op.
 *
 * @throws 404 for a unit out of reach.
 */
export const unmergeWorkUnit = async (services: Services, context: Context, workUnitId: number): Promise<WorkUnit> => {
  const people = await knownPeople(services);
  return services.gate.write(context, scope, async (db, change) => {
    const source = await lockWorkUnit(db, context, permission, workUnitId);
    const key = keyOf(source);
    const merge = await findMerge(db, key);
    if (!merge) return toWorkUnit(source);
    const target = await lockWorkUnit(db, context, permission, merge.target_id);
    await deleteRelation(db, key, relationTo(target));
    await db
      .deleteFrom('work_unit_merges')
      .where('tenant_id', '=', source.tenant_id)
      .where('work_unit_id', '=', workUnitId)
      .execute();
    if (merge.copied_address !== null && !(await isHeldByMerge(db, keyOf(target), merge.copied_address)))
      await db
        .deleteFrom('work_unit_copies')
        .where('tenant_id', '=', target.tenant_id)
        .where('work_unit_id', '=', target.work_unit_id)
        .where('address', '=', merge.copied_address)
        .execute();
    await tellBoth(db, context, source, target, 'removed');
    await informRequester(services, db, change, source, 'This request is handled separately again.');
    const stateId = nameOf(workUnitStates, merge.state_before);
    await change.record({
      entity: 'WorkUnitMerge',
      id: String(workUnitId),
      tenantId: source.tenant_id,
      before: { targetId: merge.target_id, stateBefore: stateId, copiedAddress: merge.copied_address },
    });
    if (source.state === merge.state_before) return toWorkUnit(source);
    return applyChanges(services, db, change, people, source, { changes: { stateId }, history: [] });
  });
};
