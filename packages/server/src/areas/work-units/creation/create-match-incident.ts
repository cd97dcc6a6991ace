import { isGuid } from '@cfs/contracts/guid';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Step } from '../../../platform/durable-work/step-handler.ts';
import { addSystemNote } from '../notes/add-system-note.ts';
import { createIncident, type IncidentReport } from './create-incident.ts';
import type { StreamKey } from '../history/work-unit-history.ts';
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

/** The subjects whose unit a match is noted in: its own, and the one that began its group. */
const subjectsOf = ({ subjectId, groupSubjectId }: MatchSubject): string[] =>
  groupSubjectId === undefined ? [subjectId] : [subjectId, groupSubjectId];

/** The units that a rule made most recently about what a match may be noted in, finished or not, in that order. */
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

/** An open unit that a match is noted in. */
export interface OpenUnit {
  readonly workUnitId: number;
  /** The unit that the rule made; another one where it was merged. */
  readonly madeId: number;
}

/** The first of the units that the rule made, or the one into which it was merged, that is open. */
export const findOpenUnit = async (
  db: ScopedDatabase,
  matched: Matched,
  isOpen: (key: StreamKey) => Promise<boolean>,
): Promise<OpenUnit | undefined> => {
  const { tenantId } = matched;
  for (const madeId of await readUnits(db, matched)) {
    // The merge is looked up after the unit: while it was locked, another transaction may have merged it.
    let workUnitId: number | undefined = madeId;
    while (workUnitId !== undefined) {
      const key: StreamKey = { tenantId, workUnitId };
      if (await isOpen(key)) return { workUnitId, madeId };
      workUnitId = await findMergeTarget(db, key);
    }
  }
  return undefined;
};

const readInternalId = async (db: ScopedDatabase, { tenantId, workUnitId }: StreamKey): Promise<string> => {
  const { internalWorkUnitId } = await db
    .selectFrom('work_units')
    .select('internal_work_unit_id as internalWorkUnitId')
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .executeTakeFirstOrThrow();
  return internalWorkUnitId;
};

/** The unit that a rule made about a match, which is noted in another one where that was merged. */
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

/** Why the action runs for rule matches alone. */
export const needsMatch = 'Only a rule match makes a work unit.';

/** What a Create Work Unit action reports of its match. */
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
 * Makes an Incident of a rule match, in the match's tenant and related to it. While the rule has an open unit about
 * the same subject or of the match's group, or one into which that was merged, it is given a note instead.
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
      // An undone merge leads back to the unit that the rule made.
      await remember(db, step, matched, { workUnitId: known.madeId, notedInternalId });
      const detail = `Work unit ${known.workUnitId} is still open and was given a note.`;
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
