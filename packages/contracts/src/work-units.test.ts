import { describe, expect, test } from 'vitest';
import {
  eventOfState,
  nameOf,
  severities,
  statesAfter,
  workUnitEventTypes,
  workUnitStates,
} from './work-unit-enumerations.ts';
import { changeRequestFaults, workUnitCreateSchema } from './work-units.ts';

describe('enumerations', () => {
  test('a number has its name, an unknown one none', () => {
    expect(nameOf(severities, 0)).toBe('Sev0');
    expect(() => nameOf(severities, 5)).toThrow(RangeError);
  });

  test('every state raises an event that exists', () => {
    expect(Object.keys(eventOfState)).toEqual(Object.keys(workUnitStates));
    for (const event of Object.values(eventOfState)) expect(workUnitEventTypes).toHaveProperty(event);
  });

  test('from New only three states are offered, else all', () => {
    expect(statesAfter('New')).toEqual(['New', 'Acknowledged', 'Canceled']);
    expect(statesAfter('Closed')).toHaveLength(8);
  });
});

describe('a new unit', () => {
  test('defaults to New without anything else set', () => {
    const unit = workUnitCreateSchema.parse({ title: ' Disk ', severityId: 'Sev0', workUnitTypeId: 1 });
    expect(unit).toMatchObject({ workUnitId: -1, title: 'Disk', stateId: 'New', relations: [], customValue15: null });
  });

  test('ignores what the server sets and refuses what nobody knows', () => {
    const unit = { title: 'Disk', severityId: 'Sev0', workUnitTypeId: 1 };
    expect(workUnitCreateSchema.safeParse({ ...unit, created: null, tenant: { name: 'x' } }).success).toBe(true);
    expect(workUnitCreateSchema.safeParse({ ...unit, nonsense: null }).success).toBe(false);
  });
});

test('an incident lacks nothing that a Change Request needs', () => {
  expect(changeRequestFaults({ workUnitTypeId: 1 })).toEqual([]);
  expect(changeRequestFaults({ workUnitTypeId: 2 })).toHaveLength(9);
});
