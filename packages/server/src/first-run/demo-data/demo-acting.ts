import type { WorkUnit } from '@cfs/contracts/work-units';
import type { patchWorkUnit } from '../../areas/work-units/changes/patch-work-unit.ts';
import { systemContext, type Context } from '../../platform/context.ts';
import type { DemoPerson } from './demo-people.ts';

/** Returns the demo user with the sign-in name; throws if there is none. */
export function personOf(people: readonly DemoPerson[], userName: string): DemoPerson {
  const person = people.find((each) => each.userName === userName);
  if (person === undefined) throw new TypeError(`There is no demo user ${userName}.`);
  return person;
}

/** A context in which the person acts at a given moment, usually in the past. */
export function at(person: DemoPerson, moment: Date, tenantId: string): Context {
  const { userId, email, name } = person;
  return {
    ...systemContext({ name, clock: { now: () => moment }, tenantId }),
    actor: { kind: 'person', userId, userName: email, name },
  };
}

/** The JSON Patch of these changes, with a test of each former value, as the editor of the portal sends it. */
export function changeOf(unit: WorkUnit, changes: Partial<WorkUnit>): Parameters<typeof patchWorkUnit>[3] {
  return Object.entries(changes).flatMap(([field, value]) => [
    { op: 'test' as const, path: `/${field}`, value: unit[field as keyof WorkUnit] },
    { op: 'replace' as const, path: `/${field}`, value },
  ]);
}
