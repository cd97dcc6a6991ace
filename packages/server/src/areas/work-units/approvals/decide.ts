import { isSameMail } from '@cfs/contracts/is-same-mail';
import {
  approvalFields,
  approvalMessages,
  approvalOf,
  approvedContent,
  restartsApproval,
  type ApproverNumber,
} from '@cfs/contracts/work-unit-approvals';
import { finishedStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit, WorkUnitFields } from '@cfs/contracts/work-units';
import { z } from 'zod';
import type { Actor } from '../../../platform/context.ts';
import type { PatchOperation } from '../../../platform/patch.ts';
import { invalid, Problem } from '../../../platform/problems.ts';
import { FieldFaults } from '../changes/field-faults.ts';
import type { ChangedFields } from '../changes/describe-changes.ts';
import { labelOf } from '../history/work-unit-field-labels.ts';
import type { HistoryEntry } from '../history/work-unit-history.ts';

/** Fields of the decisions about a Change Request; only its approvers may change them. */
export const decisionFields: readonly string[] = Object.keys(approvalFields);

/** Changes of a unit, and further entries of its history besides the field changes. */
export interface DecidedChanges {
  readonly changes: ChangedFields;
  readonly history: readonly HistoryEntry[];
}

const decisionSchema = z.object(approvalFields).partial();
const numbers: readonly ApproverNumber[] = [1, 2];
const refuse = (message: string): Problem => invalid({ WorkUnit: [message] });

const decisionPaths: ReadonlySet<string> = new Set(decisionFields.map((field) => `/${field.toLowerCase()}`));

/** Whether a patch contains a decision; it may then contain nothing else. */
export const isDecision = (operations: readonly PatchOperation[]): boolean =>
  operations.some(({ op, path }) => op !== 'test' && decisionPaths.has(path.toLowerCase()));

/** The decision fields among the patched ones; throws 400 for invalid values. */
const readDecision = (asked: Readonly<Record<string, unknown>>): z.infer<typeof decisionSchema> => {
  const parsed = decisionSchema.safeParse(asked);
  if (parsed.success) return parsed.data;
  const faults = new FieldFaults();
  for (const issue of parsed.error.issues) faults.add(String(issue.path[0]), issue.message);
  throw faults.problem();
};

/** Whether the actor is the person whom a unit names as an approver. */
export const isApprover = (actor: Actor, approver: string | null): actor is Actor & { kind: 'person' } =>
  actor.kind === 'person' && isSameMail(actor.userName, approver);

const expectApprover = (actor: Actor, approver: string | null, number: ApproverNumber): string => {
  if (isApprover(actor, approver)) return actor.userName;
  const detail = approvalMessages.notTheApprover(approver, number);
  throw new Problem({ status: 403, detail, errors: { WorkUnit: [detail] } });
};

/**
 * Returns the changes of a decision: the caller's own name, whatever name the patch gives, the notes, and the state of
 * a declined unit. Throws 400 unless there is exactly one decision, and about a unit that is finished or not a Change
 * Request; 403 for anybody but the named approver.
 */
export const decide = (actor: Actor, unit: WorkUnit, asked: Readonly<Record<string, unknown>>): DecidedChanges => {
  const given = readDecision(asked);
  const approving = numbers.filter((number) => given[`approved${number}By`]);
  const declining = numbers.filter((number) => given[`declined${number}By`]);
  const [number, another] = [...approving, ...declining];
  if (number === undefined || another !== undefined) throw refuse(approvalMessages.oneDecision);
  const isDecline = declining.length > 0;
  const allowed = new Set([`approved${number}By`, `declined${number}By`, `decision${number}Notes`]);
  const isCancel = isDecline && asked['stateId'] === 'Canceled';
  if (Object.keys(asked).some((field) => !allowed.has(field) && !(field === 'stateId' && isCancel)))
    throw refuse(approvalMessages.alone);
  if (unit.workUnitTypeId !== workUnitTypes.ChangeRequest) throw refuse(approvalMessages.changeRequestsOnly);
  const by = expectApprover(actor, unit[`approver${number}`], number);
  if (!isDecline && isSameMail(unit.approver1, unit.approver2)) throw refuse(approvalMessages.twoPersons);
  if (finishedStates.includes(unit.stateId)) throw refuse(approvalMessages.finished);

  const decided: ChangedFields = {
    [`approved${number}By`]: isDecline ? null : by,
    [`declined${number}By`]: isDecline ? by : null,
    [`decision${number}Notes`]: given[`decision${number}Notes`] ?? null,
    ...(isDecline && { stateId: 'Canceled' as const }),
  };
  const changes = withoutSame(unit, decided);
  const approved = approvalOf({ ...unit, ...changes }) === 'approved' && approvalOf(unit) !== 'approved';
  return { changes, history: approved ? [{ historyType: 'General', detail: 'The Change Request is approved.' }] : [] };
};

const withoutSame = (unit: WorkUnit, changes: ChangedFields): ChangedFields =>
  Object.fromEntries(Object.entries(changes).filter(([field, value]) => value !== unit[field as keyof ChangedFields]));

/** The changed fields that an approval depends on: the content of the plan, and its approver. */
const boundTo = (number: ApproverNumber, changes: Partial<WorkUnitFields>): string[] =>
  [...approvedContent, `approver${number}` as const].filter((field) => field in changes);

/** The changes with all decisions cleared; each is recorded in the history with its notes. */
const restartApproval = (unit: WorkUnit, changes: Partial<WorkUnitFields>): DecidedChanges => {
  const decisions = numbers.flatMap((number) => {
    const [declinedBy, approvedBy] = [unit[`declined${number}By`], unit[`approved${number}By`]];
    const by = declinedBy ?? approvedBy;
    return by === null ? [] : [{ number, by, kind: declinedBy === null ? 'approval' : 'decline' }];
  });
  const cleared = numbers.map((number) => ({
    [`approved${number}By`]: null,
    [`declined${number}By`]: null,
    [`decision${number}Notes`]: null,
  }));
  return {
    changes: { ...changes, ...withoutSame(unit, Object.assign({}, ...cleared) as ChangedFields) },
    history: decisions.map(({ number, by, kind }) => {
      const notes = unit[`decision${number}Notes`];
      const isVoid = `The ${kind} of ${by} is void: the Change Request was reopened.`;
      return { historyType: 'General', detail: notes ? `${isVoid} Its notes were: ${notes}` : isVoid };
    }),
  };
};

/**
 * The changes with the decisions that they void: approvals of content that changes, or all decisions of a unit that is
 * reopened after a decline.
 */
export const voidDecisions = (unit: WorkUnit, changes: Partial<WorkUnitFields>): DecidedChanges => {
  if (changes.stateId && restartsApproval(unit, changes.stateId)) return restartApproval(unit, changes);
  const voided = numbers.flatMap((number) => {
    const by = unit[`approved${number}By`];
    const fields = boundTo(number, changes);
    return by !== null && fields.length > 0 ? [{ number, by, fields }] : [];
  });
  const cleared = voided.map(({ number }) => ({ [`approved${number}By`]: null, [`decision${number}Notes`]: null }));
  return {
    changes: { ...changes, ...withoutSame(unit, Object.assign({}, ...cleared) as ChangedFields) },
    history: voided.map(({ by, fields }) => ({
      historyType: 'General',
      detail: `The approval of ${by} is void: ${fields.map(labelOf).join(', ')} changed after it.`,
    })),
  };
};
