import type { WorkUnit } from '@cfs/contracts/work-units';
import { describe, expect, test } from 'vitest';
import { approvalsAtStake, decisionPatch, voidedText } from './decision.ts';

const unit = {
  stateId: 'New',
  workUnitTypeId: 2,
  implementationPlan: 'Swap it',
  plannedOutage: null,
  approver1: 'ann@example.org',
  approver2: 'ben@example.org',
  approved1By: null,
  approved2By: null,
  declined1By: null,
  declined2By: null,
} as WorkUnit;
const approved: WorkUnit = { ...unit, approved1By: 'ann@example.org' };

describe('the patch of a decision', () => {
  const replaced = (patch: ReturnType<typeof decisionPatch>) =>
    Object.fromEntries(patch.flatMap(({ op, path, value }) => (op === 'replace' ? [[path, value]] : [])));

  test('sets the name of the approver and tests the plan', () => {
    const patch = decisionPatch(unit, 1, { kind: 'approve', by: 'ann@example.org' });
    expect(replaced(patch)).toEqual({ '/approved1By': 'ann@example.org' });
    expect(patch).toContainEqual({ op: 'test', path: '/implementationPlan', value: 'Swap it' });
    expect(patch).toContainEqual({ op: 'test', path: '/approved1By', value: null });
  });

  test('of a decline contains the notes and the state', () => {
    const patch = decisionPatch(unit, 2, { kind: 'decline', by: 'ben@example.org', notes: 'Too risky' });
    expect(replaced(patch)).toEqual({
      '/declined2By': 'ben@example.org',
      '/decision2Notes': 'Too risky',
      '/stateId': 'Canceled',
    });
  });
});

describe('an approval', () => {
  test('is at stake if the plan is edited', () => {
    expect(approvalsAtStake(approved, { ...approved, effort: 3 })).toEqual([]);
    expect(approvalsAtStake(approved, { ...approved, implementationPlan: 'Burn it' })).toEqual(['ann@example.org']);
    expect(approvalsAtStake(unit, { ...unit, implementationPlan: 'Burn it' })).toEqual([]);
  });

  test('is reported as void if it is removed without a decline', () => {
    expect(voidedText(approved, unit)).toContain('The approval of ann@example.org is void');
    expect(voidedText(approved, approved)).toBeUndefined();
    expect(voidedText(approved, { ...unit, declined1By: 'ann@example.org' })).toBeUndefined();
  });

  test('restarts if a declined unit is reopened', () => {
    const declined: WorkUnit = { ...approved, declined2By: 'ben@example.org', stateId: 'Canceled' };
    expect(voidedText(declined, { ...unit, stateId: 'InProgress' })).toContain('has to be approved again');
    expect(voidedText(declined, { ...declined, stateId: 'Closed' })).toBeUndefined();
  });
});
