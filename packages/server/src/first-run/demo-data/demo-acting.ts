import type { WorkUnit } from '@cfs/contracts/work-units';
import type { patchWorkUnit } from '../../areas/work-units/changes/patch-work-unit.ts';
import { systemContext, type Context } from '../../platform/context.ts';
import type { DemoPerson } from './demo-people.ts';

/** The demo user who signs in by the name. */
export function personOf(people: readonly DemoPerson[], userName: string): DemoPerson {
  const person = people.find((each) => each.userName === userName);
  if (person === undefined) throw new TypeError(`There is no demo user ${userName}.`);
  return person;
}

/** A context in which the person acts, at a moment of the past. */
export function at(person: DemoPerson, moment: Date, tenantId: string): Context {
  const { userId, email, name } = person;
  return {
    ...systemContext({ name, clock: { now: () => moment }, tenantId }),
    actor: { kind: 'person', userId, userName: email, name },
  };
}

/** The patch that an editor would send who saw the unit as it is. */
export function changeOf(unit: WorkUnit, changes: Partial<WorkUnit>): Parameters<typeof patchWorkUnit>[3] {
  return Object.entries(changes).flatMap(([field, value]) => [
    { op: 'test' as const, path: `/${field}`, value: unit[field as keyof WorkUnit] },
    { op: 'replace' as const, path: `/${field}`, value },
  ]);
}
