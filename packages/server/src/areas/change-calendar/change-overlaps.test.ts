import { overlapLimit, resourceLimit } from '@cfs/contracts/change-calendar';
import { expect, test } from 'vitest';
import type { AffectedResource } from './affected-resource.ts';
import { overlapsOf } from './change-overlaps.ts';
import { resourcesIn, type Planned } from './planned-change.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 2, 3, hour)).toISOString();

/** `srv=Entity 1` is a resource with kind and id, `srv` a bare name. */
const resourceOf = (text: string): AffectedResource => {
  const [name = '', entity] = text.split('=');
  return { name, entity };
};

const change = (workUnitId: number, hours: readonly [number, number], text: string, tenantId = 'a'): Planned => {
  const resources = resourcesIn(text).map(resourceOf);
  return {
    resources,
    change: {
      workUnitId,
      publicWorkUnitId: workUnitId,
      title: `Change ${workUnitId}`,
      tenantId,
      tenantName: tenantId,
      stateId: 'New',
      severityId: 'Sev2',
      assignedTo: null,
      plannedStartTime: at(hours[0]),
      plannedFinishTime: at(hours[1]),
      plannedOutage: null,
      affectedResources: resources.map(({ name }) => name),
    },
  };
};

/** The pairs that are reported, each from both sides, as '1-2 srv'. */
const pairs = (...changes: readonly Planned[]): string[] =>
  [...overlapsOf(changes)].flatMap(([id, overlaps]) =>
    overlaps.map(({ workUnitId, resources }) => `${id}-${workUnitId} ${resources.join(' ')}`),
  );

test('changes clash on a resource of the same tenant', () => {
  const one = change(1, [10, 12], 'SRV-1, db; web');
  expect(pairs(one, change(2, [11, 13], 'srv-1\nDB'))).toEqual(['1-2 SRV-1 db', '2-1 srv-1 DB']);
  expect(pairs(one, change(2, [11, 13], 'srv-2'))).toEqual([]);
  expect(pairs(one, change(2, [11, 13], 'srv-1', 'b'))).toEqual([]);
});

test('resources with the same name but another kind or id do not clash', () => {
  const device = change(1, [10, 12], 'srv=Entity 1');
  expect(pairs(device, change(2, [11, 13], 'SRV=Location 1'))).toEqual([]);
  expect(pairs(device, change(2, [11, 13], 'srv=Entity 2'))).toEqual([]);
  expect(pairs(device, change(2, [11, 13], 'srv=Entity 1', 'b'))).toEqual([]);
});

test('one resource clashes under two names; each change reports its own', () => {
  expect(pairs(change(1, [10, 12], 'old=Entity 1'), change(2, [11, 13], 'new=Entity 1'))).toEqual([
    '1-2 old',
    '2-1 new',
  ]);
});

test('a bare name clashes with any resource of that name', () => {
  const named = change(3, [10, 12], 'Srv');
  expect(pairs(named, change(4, [11, 13], 'srv=Entity 1'), change(5, [11, 13], 'srv=Location 1'))).toEqual([
    '3-4 Srv',
    '3-5 Srv',
    '4-3 srv',
    '5-3 srv',
  ]);
  // The entity that one change calls "new" is called "srv" by another change.
  const renamed = change(6, [11, 13], 'new=Entity 1');
  expect(pairs(named, renamed)).toEqual([]);
  expect(pairs(named, renamed, change(7, [20, 21], 'srv=Entity 1'))).toEqual(['3-6 Srv', '6-3 new']);
});

test('a change that starts when another one ends does not clash with it', () => {
  expect(pairs(change(1, [10, 12], 'x'), change(2, [12, 13], 'x'))).toEqual([]);
});

test('a change of zero duration clashes with one around it', () => {
  expect(pairs(change(1, [10, 12], 'x'), change(2, [11, 11], 'x'), change(3, [11, 13], 'x'))).toEqual([
    '1-2 x',
    '1-3 x',
    '2-1 x',
    '3-1 x',
  ]);
  expect(pairs(change(1, [10, 12], 'x'), change(2, [10, 10], 'x'), change(3, [11, 12], 'x'))).toEqual([
    '1-3 x',
    '3-1 x',
  ]);
});

test('each of a thousand concurrent changes has the maximum number of clashes', () => {
  const names = Array.from({ length: 2 * resourceLimit }, (_, index) => `srv-${index}`).join();
  const changes = Array.from({ length: 1_000 }, (_, index) => change(index, [10, 20 + (index % 7)], names));
  for (const [id, overlaps] of overlapsOf(changes)) {
    expect(overlaps.length, `change ${id}`).toBe(overlapLimit);
    expect(overlaps[0]?.resources.length).toBe(resourceLimit);
  }
});

test('a change that outlasts many others still clashes with later ones', () => {
  const many = Array.from({ length: 3 * overlapLimit }, (_, index) => change(index, [1, 2 + (index % 3)], 'x'));
  const lasting = change(900, [1, 20], 'x');
  const late = change(901, [10, 11], 'x');
  const overlaps = overlapsOf([...many, lasting, late]);
  expect(overlaps.get(901)).toEqual([{ workUnitId: 900, resources: ['x'] }]);
});
