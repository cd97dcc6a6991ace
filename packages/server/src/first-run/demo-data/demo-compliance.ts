import { addWeeks, checkDateOf, weekStartOf, type ControlStatusName } from '@cfs/contracts/control-statuses';
import { createControlStatus } from '../../areas/compliance/write-control-statuses.ts';
import { importControlSet } from '../../areas/compliance/import-control-set.ts';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { at, personOf } from './demo-acting.ts';
import { demoControlNotes, demoControlSet } from './demo-controls.ts';
import type { DemoPerson } from './demo-people.ts';
import { randomSource, type RandomSource } from './random-source.ts';

/** Weeks with statuses before the current one: a year in the first tenant, a quarter in the others. */
const fullWeeks = { first: 52, others: 12 } as const;

const seed = 1_953;
const mondayMorning = 32 * 3_600_000;

interface Outcome {
  readonly status: ControlStatusName;
  readonly notes: string;
}

const outcome = (random: RandomSource): Outcome => {
  const share = random.next();
  if (share < 0.72) return { status: 'Compliant', notes: '' };
  const status = share < 0.86 ? 'NonCompliant' : share < 0.95 ? 'Poam' : 'Exempt';
  return { status, notes: random.pick(demoControlNotes[status]) };
};

/** From one week to the next, a problem is often solved and a new one is rare. */
const nextOutcome = (before: Outcome, random: RandomSource): Outcome => {
  if (before.status === 'Exempt') return before;
  if (before.status === 'Compliant') return random.chance(0.25) ? outcome(random) : before;
  return random.chance(0.3) ? { status: 'Compliant', notes: '' } : before;
};

/** Creates the control set that all tenants share. */
export async function createControlSet(services: Services, context: Context): Promise<void> {
  await importControlSet(services, context, demoControlSet, null);
}

/** Resolves with the ids of the controls, in the order of the set. */
export async function readControlIds(services: Services, context: Context): Promise<readonly string[]> {
  const rows = await services.gate.read(context, 'Compliance:view', (db) =>
    db.selectFrom('controls').select('control_id').orderBy('position').execute(),
  );
  return rows.map(({ control_id }) => control_id);
}

/** Creates a tenant's control statuses, recorded by the operator each Monday; only a third for the current week. */
export async function createControlStatuses(
  services: Services,
  tenant: { readonly tenantId: string; readonly number: number },
  controlIds: readonly string[],
  people: readonly DemoPerson[],
): Promise<void> {
  const operator = personOf(people, 'operator');
  const random = randomSource(seed + tenant.number);
  const now = services.clock.now();
  const thisWeek = weekStartOf(now.toISOString().slice(0, 10));
  const firstWeek = addWeeks(thisWeek, -(tenant.number === 0 ? fullWeeks.first : fullWeeks.others));
  for (const [index, controlId] of controlIds.entries()) {
    let known = outcome(random);
    const lastWeek = index < controlIds.length / 3 ? thisWeek : addWeeks(thisWeek, -1);
    for (let week = firstWeek; week <= lastWeek; week = addWeeks(week, 1)) {
      const checkDate = checkDateOf(week);
      const moment = new Date(Math.min(Date.parse(checkDate) + mondayMorning, now.getTime()));
      const acting = at(operator, moment, tenant.tenantId);
      await createControlStatus(services, acting, { checkDate, controlId, tenantId: tenant.tenantId, ...known });
      known = nextOutcome(known, random);
    }
  }
}
