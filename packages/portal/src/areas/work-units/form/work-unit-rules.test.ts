import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { editedWorkUnitSchema, newWorkUnitSchema, stakeholderFaults } from './work-unit-rules.ts';

const incident = {
  title: 'Disk full',
  severityId: 'Sev0',
  stateId: 'New',
  workUnitTypeId: workUnitTypes.Incident,
} as const;
const tenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const plan = {
  resolution: 'A new disk',
  implementationPlan: 'Swap it',
  rollbackPlan: 'Swap it back',
  affectedResources: 'srv-1',
  environment: 'Production',
  expectedCFSAlerts: 'Heartbeat',
  approver1: 'ann@example.org',
  plannedStartTime: '2026-03-03T18:00:00.000Z',
  plannedFinishTime: '2026-03-03T19:00:00.000Z',
};
const changeRequest = { ...incident, workUnitTypeId: workUnitTypes.ChangeRequest };

const faultsOf = (schema: z.ZodType, unit: object): Record<string, string> =>
  Object.fromEntries(schema.safeParse(unit).error?.issues.map((each) => [each.path.join('.'), each.message]) ?? []);
const faultsOfNew = (unit: object) => faultsOf(newWorkUnitSchema, { tenantId, ...unit });
const faultsOfEdit = (seen: object, changes: object) =>
  faultsOf(editedWorkUnitSchema({ ...seen }), { ...seen, ...changes });

describe('a new work unit', () => {
  test('requires a title of at least three characters', () => {
    expect(faultsOfNew(incident)).toEqual({});
    expect(faultsOfNew({ ...incident, title: '' })).toEqual({ title: 'Please enter the title' });
    expect(Object.keys(faultsOfNew({ ...incident, title: 'ab' }))).toEqual(['title']);
  });

  test('requires a severity, a type and a tenant', () => {
    expect(faultsOfNew({ ...incident, severityId: null })).toEqual({ severityId: 'Please choose a severity.' });
    expect(faultsOfNew({ ...incident, workUnitTypeId: null })).toEqual({
      workUnitTypeId: 'Please choose a work unit type.',
    });
    expect(faultsOfNew({ ...incident, tenantId: undefined })).toEqual({ tenantId: 'Please choose a tenant.' });
  });

  test('that is a Change Request requires its complete plan', () => {
    expect(faultsOfNew({ ...changeRequest, ...plan })).toEqual({});
    expect(Object.keys(faultsOfNew(changeRequest)).toSorted()).toEqual(Object.keys(plan).toSorted());
  });

  test('cannot be planned to finish before it starts', () => {
    expect(faultsOfNew({ ...changeRequest, ...plan, plannedFinishTime: '2026-03-03T17:00:00.000Z' })).toEqual({
      plannedFinishTime: 'Planned Finish Time must be equal to or greater than Planned Start Time.',
    });
    expect(faultsOfNew({ ...changeRequest, ...plan, plannedFinishTime: plan.plannedStartTime })).toEqual({});
  });
});

describe('a stakeholder', () => {
  test('is optional, but requires all of its fields if one is filled in', () => {
    expect(stakeholderFaults({})).toEqual([]);
    expect(stakeholderFaults({ stakeHolderFullName: 'Ann' }).map(({ field }) => field)).toEqual([
      'stakeHolderEmailAddress',
      'stakeHolderPhoneNumber',
    ]);
    expect(Object.keys(faultsOfNew({ ...incident, stakeHolderPhoneNumber: '1' }))).toHaveLength(2);
  });

  test('is required for a new User Request', () => {
    const request = { ...incident, workUnitTypeId: workUnitTypes.Request };
    expect(Object.keys(faultsOfNew(request)).toSorted()).toEqual([
      'stakeHolderEmailAddress',
      'stakeHolderFullName',
      'stakeHolderPhoneNumber',
    ]);
    expect(faultsOfEdit(request, { effort: 3 })).toEqual({});
  });
});

describe('an edited work unit', () => {
  test('that became a Change Request requires its complete plan', () => {
    expect(faultsOfEdit(incident, { workUnitTypeId: workUnitTypes.ChangeRequest })).toHaveProperty('approver1');
  });

  test('that never had a plan can still be changed in other fields', () => {
    expect(faultsOfEdit(changeRequest, { effort: 3 })).toEqual({});
    expect(faultsOfEdit(changeRequest, { rollbackPlan: 'Pray' })).toHaveProperty('implementationPlan');
  });

  test('can keep an incomplete stakeholder until one of its fields is changed', () => {
    const seen = { ...incident, stakeHolderFullName: 'Ann' };
    expect(faultsOfEdit(seen, { effort: 3 })).toEqual({});
    expect(faultsOfEdit(seen, { stakeHolderFullName: 'Anne' })).toHaveProperty('stakeHolderPhoneNumber');
  });
});
