import type { Permission } from '@cfs/contracts/permissions';
import type { ApproverNumber } from '@cfs/contracts/work-unit-approvals';
import { eventOfState, finishedStates, workUnitTypes, type WorkUnitState } from '@cfs/contracts/work-unit-enumerations';
import { customValueNames, type WorkUnit, type WorkUnitFields } from '@cfs/contracts/work-units';
import type { Change } from '../../../platform/audit/change.ts';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import { crashAt } from '../../../platform/durable-work/kill-points.ts';
import { applyPatch, type PatchOperation } from '../../../platform/patch.ts';
import { conflict, forbidden } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { moveClocks } from '../../service-levels/clocks/move-clocks.ts';
import { validateAnswers } from '../../intake/validate-answers.ts';
import { readCustomFields, type CustomFields } from '../../tenants/read-custom-fields.ts';
import { affectedEntities } from '../relations/affected-entities.ts';
import { describeOpenChildren, readOpenChildren } from '../relations/open-children.ts';
import { checkReferences } from './check-references.ts';
import { checkWorkUnitChanges, momentsAfter, writableWorkUnitFields } from './check-work-unit-changes.ts';
import { findMergeTarget } from '../merges/find-merged-units.ts';
import { lockWorkUnit } from './lock-work-unit.ts';
import { checkApprovers, knownPeople, type KnownPeople } from '../approvals/check-approvers.ts';
import { decide, decisionFields, isDecision, voidDecisions, type DecidedChanges } from '../approvals/decide.ts';
import { expectApproval } from '../approvals/expect-approval.ts';
import { readChangeNames } from '../history/read-change-names.ts';
import { recordUnitMails } from '../mails/unit-mail.ts';
import { unitMailsOf } from '../mails/unit-mails.ts';
import { mailStateToWatchers } from '../watchers/watcher-mails.ts';
import { describeChanges, type ChangedFields } from './describe-changes.ts';
import { recordWorkUnitEvent } from './work-unit-event.ts';
import { addHistory, type HistoryEntry, type WorkUnitKey } from '../history/work-unit-history.ts';
import { toColumns, toWorkUnit, type WorkUnitRow } from '../list/work-unit-wire.ts';

/** Options of a patch. */
interface PatchOptions {
  /** Permits finishing the unit while it has open children. */
  readonly leavesChildrenOpen?: boolean;
}

/** Columns that PostgreSQL computes from others. */
const generatedColumns = ['due_order', 'waits_for_approver1', 'waits_for_approver2'] as const;

const writable = [...writableWorkUnitFields, ...decisionFields];

const only = (unit: WorkUnit, fields: readonly string[]): Partial<WorkUnit> =>
  Object.fromEntries(fields.map((field) => [field, unit[field as keyof WorkUnit]]));

/** The references to check: those that change, and category and subcategory together if either changes. */
const touchedReferences = (current: WorkUnit, changes: ChangedFields): Partial<WorkUnitFields> =>
  'workUnitCategoryId' in changes || 'workUnitSubcategoryId' in changes
    ? {
        workUnitCategoryId: current.workUnitCategoryId,
        workUnitSubcategoryId: current.workUnitSubcategoryId,
        ...changes,
      }
    : changes;

/** Throws 400 if changed answers of an Intake unit are not valid for the form version that it was submitted with. */
const checkIntakeAnswers = async (
  db: ScopedDatabase,
  tenantId: string,
  typeId: number,
  changes: ChangedFields,
  version: number | null,
): Promise<void> => {
  if (typeId === workUnitTypes.Intake && changes.properties !== undefined)
    await validateAnswers(db, tenantId, changes.properties, version);
};

/** Stores changes; resolves with the row as stored. */
const store = async (
  db: ScopedDatabase,
  change: Change,
  row: WorkUnitRow,
  changes: ChangedFields,
  timeLeft: Pick<WorkUnitRow, 'due_time' | 'paused_time_left'> | undefined,
): Promise<WorkUnitRow> => {
  const columns = {
    ...toColumns(changes),
    ...(changes.affectedResources !== undefined && {
      affected_entities: affectedEntities(row.tenant_id, changes.affectedResources, row.affected_entities),
    }),
    ...(changes.stateId && momentsAfter(toWorkUnit(row), changes.stateId, change.context.clock.now())),
    ...timeLeft,
    ...change.modified(row),
  };
  const stored = await db
    .updateTable('work_units')
    .set(columns)
    .where('tenant_id', '=', row.tenant_id)
    .where('work_unit_id', '=', row.work_unit_id)
    .returning([...(Object.keys(columns) as (keyof WorkUnitRow)[]), ...generatedColumns])
    .executeTakeFirstOrThrow();
  return { ...row, ...stored };
};

/** The approvers to check: those that the change sets, and both if the unit becomes a Change Request. */
const touchedApprovers = (changes: ChangedFields): readonly ApproverNumber[] =>
  ([1, 2] as const).filter((number) => `approver${number}` in changes || 'workUnitTypeId' in changes);

/** The permission that a patch needs: view for a decision, which only the approver may make, otherwise edit. */
const permissionFor = (operations: readonly PatchOperation[]): Permission =>
  isDecision(operations) ? 'WorkUnits:view' : 'WorkUnits:edit';

/**
 * The history entry about the open children of a unit that a change finishes.
 *
 * @throws 409 with the key `OpenChildren` unless `leavesOpen` permits them.
 */
const tellOpenChildren = async (
  db: ScopedDatabase,
  key: WorkUnitKey,
  before: WorkUnit,
  after: WorkUnit,
  leavesOpen: boolean,
): Promise<HistoryEntry[]> => {
  if (finishedStates.includes(before.stateId) || !finishedStates.includes(after.stateId)) return [];
  const children = await readOpenChildren(db, key);
  if (children.open === 0) return [];
  const detail = describeOpenChildren(children);
  if (!leavesOpen) throw conflict(detail, { OpenChildren: [detail] });
  return [{ historyType: 'General', detail }];
};

/** Throws 409 when a change would reopen a unit that was merged into another. */
const expectNotMerged = async (
  db: ScopedDatabase,
  row: WorkUnitRow,
  before: WorkUnitState,
  after: WorkUnitState,
): Promise<void> => {
  if (!finishedStates.includes(before) || finishedStates.includes(after)) return;
  const target = await findMergeTarget(db, { tenantId: row.tenant_id, workUnitId: row.work_unit_id });
  if (target === undefined) return;
  const detail = 'It was merged into another work unit. Undo the merge to reopen it.';
  throw conflict(detail, { WorkUnit: [detail] });
};

const customValuePaths = new Set(customValueNames.map((name) => `/${name.toLowerCase()}`));

const changesCustomValue = (operations: readonly PatchOperation[]): boolean =>
  operations.some(({ path }) => customValuePaths.has(path.toLowerCase()));

/** The subquery for the tenant of a unit. */
const tenantOf = (db: ScopedDatabase, workUnitId: number) =>
  db.selectFrom('work_units').select('tenant_id').where('work_unit_id', '=', workUnitId).$asScalar();

const applyUnderLock = async (
  services: Services,
  db: ScopedDatabase,
  change: Change,
  people: KnownPeople,
  workUnitId: number,
  operations: readonly PatchOperation[],
  { leavesChildrenOpen = false }: PatchOptions,
): Promise<WorkUnit> => {
  const { context } = change;
  // One round trip, since concurrent changes of the unit wait for the row lock.
  const [row, definitions] = await settleAll([
    lockWorkUnit(db, context, permissionFor(operations), workUnitId),
    changesCustomValue(operations) ? readCustomFields(db, tenantOf(db, workUnitId)) : Promise.resolve(undefined),
  ]);
  const readDefinitions = () =>
    definitions === undefined ? readCustomFields(db, row.tenant_id) : Promise.resolve(definitions);
  const before = toWorkUnit(row);
  const asked = applyPatch(operations, { current: { ...before }, writable });
  const { changes, history } = isDecision(operations)
    ? decide(context.actor, before, asked)
    : voidDecisions(before, checkWorkUnitChanges(before, asked));
  const changed = Object.keys(changes);
  if (changed.length === 0) return before;
  if (changes.stateId) await expectNotMerged(db, row, before.stateId, changes.stateId);
  return applyChanges(services, db, change, people, row, {
    changes,
    history,
    leavesChildrenOpen: leavesChildrenOpen || isDecision(operations),
    readDefinitions,
  });
};

/** Changes of a locked unit whose fields are already validated. */
interface CheckedChanges extends DecidedChanges {
  readonly leavesChildrenOpen?: boolean;
  readonly readDefinitions?: () => Promise<CustomFields>;
}

/**
 * Stores changes of a unit that the caller has locked, with all their consequences: clocks, history, audit, event and
 * mails. Resolves with the changed unit.
 *
 * @throws 400 and 409 as `patchWorkUnit` does.
 */
export const applyChanges = async (
  services: Services,
  db: ScopedDatabase,
  change: Change,
  people: KnownPeople,
  row: WorkUnitRow,
  {
    changes,
    history,
    leavesChildrenOpen = false,
    readDefinitions = () => readCustomFields(db, row.tenant_id),
  }: CheckedChanges,
): Promise<WorkUnit> => {
  const { context } = change;
  const workUnitId = row.work_unit_id;
  const before = toWorkUnit(row);
  const changed = Object.keys(changes);
  const names = await readChangeNames(db, readDefinitions, before, changes);
  const event = changes.stateId ? eventOfState[changes.stateId] : 'OnChange';
  const key = { tenantId: row.tenant_id, workUnitId };
  const next = { ...before, ...changes };
  expectApproval(before, next);
  checkApprovers(people, row.tenant_id, next, touchedApprovers(changes));
  const ofChildren = await tellOpenChildren(db, key, before, next, leavesChildrenOpen);
  const changedRow = { ...row, ...toColumns(changes) } as WorkUnitRow;
  const timeLeft = await moveClocks(services, db, context, key, row, changedRow);
  // One round trip, since concurrent changes of the unit wait for the row lock.
  const [, stored] = await settleAll([
    checkReferences(db, {
      tenantId: row.tenant_id,
      typeId: next.workUnitTypeId,
      fields: touchedReferences(before, changes),
      snapshot: people.snapshot,
      readDefinitions,
    }),
    store(db, change, row, changes, timeLeft),
    checkIntakeAnswers(db, row.tenant_id, next.workUnitTypeId, changes, row.intake_form_version),
    addHistory(db, context, key, [
      ...describeChanges(before, changes, names),
      ...history,
      ...ofChildren,
      { historyType: 'WorkUnitEvent', detail: event },
    ]),
    change.record({
      entity: 'WorkUnit',
      id: String(workUnitId),
      tenantId: row.tenant_id,
      before: only(before, changed),
      after: changes,
    }),
    recordWorkUnitEvent(services, db, context, changedRow, event, changed),
    recordUnitMails(services, db, context, key, unitMailsOf(people, context, before, next)),
    changes.stateId
      ? mailStateToWatchers(services, db, context, people.snapshot, row, {
          before: before.stateId,
          after: changes.stateId,
        })
      : Promise.resolve(),
  ]);
  crashAt('work-unit-before-commit');
  return toWorkUnit(stored);
};

/**
 * Applies a patch under the row's lock and resolves with the changed unit. Throws 404 for a unit out of reach, 409 if a
 * tested value has changed, 400 if the patch or the resulting unit is invalid. The row, its history, the audit record
 * and the event (that of the state entered, otherwise OnChange) are stored in one transaction. A patch that changes
 * nothing stores nothing.
 *
 * A patch that decides about a Change Request needs only WorkUnits view and throws 403 unless the caller is the named
 * approver. Any other patch needs WorkUnits edit and throws 403 if the caller has it in no tenant.
 *
 * A patch that finishes a unit with open children throws 409 unless `leavesChildrenOpen` is set; a decision never does.
 */
export const patchWorkUnit = async (
  services: Services,
  context: Context,
  workUnitId: number,
  operations: readonly PatchOperation[],
  options: PatchOptions = {},
): Promise<WorkUnit> => {
  const permission = permissionFor(operations);
  const scope = context.scopeOf(permission);
  if (scope.kind === 'tenants' && scope.tenantIds.length === 0) throw forbidden();
  const people = await knownPeople(services);
  return services.gate.write(
    context,
    { permission, shared: true },
    (db, change) => applyUnderLock(services, db, change, people, workUnitId, operations, options),
    `work unit ${workUnitId}`,
  );
};
