import { isGuid } from '@cfs/contracts/guid';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Step } from '../../../platform/durable-work/step-handler.ts';
import { addSystemNote } from '../notes/add-system-note.ts';
import { createIncident, type IncidentReport } from './create-incident.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';
import { isOpenWorkUnit } from '../is-open-work-unit.ts';
import { findMergeTarget } from '../merges/find-merged-units.ts';
import type { ActionOrder, MatchSubject } from '../../actions/action-order.ts';
import type { BuiltInAction } from '../../actions/execute-action.ts';
import { fillParameter } from '../../actions/fill-parameter.ts';

const defaultSeverity = 3;

const severityOf = (text: string): number => (/^[0-4]$/.test(text) ? Number(text) : defaultSeverity);

/** A match with its tenant. */
export interface Matched {
  readonly tenantId: string;
  readonly match: MatchSubject;
}

/** The subjects whose unit gets a note about a match: its own subject, and the one that began its group. */
const subjectsOf = ({ subjectId, groupSubjectId }: MatchSubject): string[] =>
  groupSubjectId === undefined ? [subjectId] : [subjectId, groupSubjectId];

/** The units, open or finished, that the rule most recently created about the subjects of a match, in their order. */
const readUnits = async (db: ScopedDatabase, { tenantId, match }: Matched): Promise<number[]> => {
  const subjects = subjectsOf(match);
  const rows = await db
    .selectFrom('rule_work_units')
    .select(['work_unit_id as workUnitId', 'subject_id as subjectId'])
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', match.ruleId)
    .where((row) => row('subject_id', '=', row.fn.any(row.val(subjects))))
    .execute();
  return rows
    .toSorted((one, other) => subjects.indexOf(one.subjectId) - subjects.indexOf(other.subjectId))
    .map(({ workUnitId }) => workUnitId);
};

/** An open unit that gets a note about a match. */
export interface OpenUnit {
  readonly workUnitId: number;
  /** The unit that the rule created; it differs from `workUnitId` if that unit was merged. */
  readonly madeId: number;
}

/** Finds the first open unit among those that the rule created, each followed by the units that it was merged into. */
export const findOpenUnit = async (
  db: ScopedDatabase,
  matched: Matched,
  isOpen: (key: WorkUnitKey) => Promise<boolean>,
): Promise<OpenUnit | undefined> => {
  const { tenantId } = matched;
  for (const madeId of await readUnits(db, matched)) {
    // Reads the merge after the unit, which another transaction may have merged while this one waited for the lock.
    let workUnitId: number | undefined = madeId;
    while (workUnitId !== undefined) {
      const key: WorkUnitKey = { tenantId, workUnitId };
      if (await isOpen(key)) return { workUnitId, madeId };
      workUnitId = await findMergeTarget(db, key);
    }
  }
  return undefined;
};

const readInternalId = async (db: ScopedDatabase, { tenantId, workUnitId }: WorkUnitKey): Promise<string> => {
  const { internalWorkUnitId } = await db
    .selectFrom('work_units')
    .select('internal_work_unit_id as internalWorkUnitId')
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .executeTakeFirstOrThrow();
  return internalWorkUnitId;
};

/** The unit that a rule created about a match, and the one that got the note, which differs after a merge. */
interface NotedUnit {
  readonly workUnitId: number;
  readonly notedInternalId: string;
}

const remember = async (
  db: ScopedDatabase,
  step: Step,
  { tenantId, match }: Matched,
  unit: NotedUnit,
): Promise<void> => {
  const values = {
    work_unit_id: unit.workUnitId,
    internal_work_unit_id: unit.notedInternalId,
    rule_match_id: match.ruleMatchId,
    modified: step.context.clock.now(),
  };
  await db
    .insertInto('rule_work_units')
    .values(
      subjectsOf(match).map((subjectId) => ({
        tenant_id: tenantId,
        rule_id: match.ruleId,
        subject_id: subjectId,
        ...values,
      })),
    )
    .onConflict((known) => known.columns(['tenant_id', 'rule_id', 'subject_id']).doUpdateSet(values))
    .execute();
};

/** The failure of the action for anything but a rule match. */
export const needsMatch = 'Only a rule match can create a work unit.';

/** The report of a Create Work Unit action about its match. */
export const reportOf = (order: ActionOrder, match: MatchSubject): IncidentReport => {
  const protocolId = fillParameter(order, 'ProtocolId');
  return {
    tenantId: order.tenantId,
    title: order.title,
    description: order.description,
    severity: severityOf(fillParameter(order, 'SeverityId')),
    protocolId: isGuid(protocolId) ? protocolId : undefined,
    relation: { referenceId: match.ruleMatchId, referenceType: 'RuleMatch' },
    createdByRule: { ruleId: match.ruleId, depth: match.depth + 1 },
    source: 'Rule',
  };
};

/**
 * Creates an Incident for a rule match, in the match's tenant and related to the match. If the rule has an open unit
 * about the same subject or the match's group, or that unit was merged into an open one, it adds a note there instead.
 */
export const createMatchIncident: BuiltInAction = (services, step, order) => ({
  async inDatabase(db, change) {
    const { tenantId, match } = order;
    if (!match) return { kind: 'failed', detail: needsMatch };
    const matched: Matched = { tenantId, match };
    const report = reportOf(order, match);
    const known = await findOpenUnit(db, matched, (key) => isOpenWorkUnit(db, key));
    if (known) {
      await addSystemNote(db, change.as(step.context), {
        tenantId,
        workUnitId: known.workUnitId,
        text: report.description,
        relation: report.relation,
      });
      const notedInternalId = await readInternalId(db, { tenantId, workUnitId: known.workUnitId });
      // Remembers the unit that the rule created, so that later notes go there again if the merge is undone.
      await remember(db, step, matched, { workUnitId: known.madeId, notedInternalId });
      const detail = `Work unit ${known.workUnitId} is still open; a note was added to it.`;
      return { kind: 'done', detail, correlationId: notedInternalId };
    }
    const made = await createIncident(services, db, change.as(step.context), report);
    await remember(db, step, matched, { workUnitId: made.workUnitId, notedInternalId: made.internalWorkUnitId });
    return {
      kind: 'done',
      detail: `Work unit ${made.workUnitId} was created.`,
      correlationId: made.internalWorkUnitId,
    };
  },
});
