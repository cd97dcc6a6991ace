import { workUnitTypes, type Severity } from '@cfs/contracts/work-unit-enumerations';
import { workUnitCreateSchema } from '@cfs/contracts/work-units';
import { createWorkUnit } from '../../areas/work-units/creation/create-work-unit.ts';
import { patchWorkUnit } from '../../areas/work-units/changes/patch-work-unit.ts';
import type { Services } from '../../platform/services.ts';
import { at, changeOf, personOf } from './demo-acting.ts';
import type { DemoPerson } from './demo-people.ts';
import { demoPlaces } from './demo-places.ts';
import { eveningAfter, maintenanceDays } from './demo-window.ts';
import type { DemoScene } from './demo-work-units.ts';

const minuteMilliseconds = 60_000;
const hourMilliseconds = 60 * minuteMilliseconds;

/** A Change Request of the coming days. `{site}` is replaced by the name of the tenant's first place. */
interface DemoChange {
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly resources: string;
  readonly implementation: string;
  readonly rollback: string;
  readonly alerts: string;
  readonly environment: string;
  readonly isOutage: boolean;
  /** When it begins, computed from the current time, and how many hours it takes. */
  readonly start: (now: Date) => Date;
  readonly hours: number;
  /** The user name of its approver, and whether it is approved. */
  readonly approver: string;
  readonly isApproved: boolean;
}

const inHours = (now: Date, hours: number): Date =>
  new Date(Math.ceil(now.getTime() / hourMilliseconds) * hourMilliseconds + hours * hourMilliseconds);

/** The changes of the first tenant: two use the same place in one evening, and one lies in the maintenance window. */
const changesOfFirst: readonly DemoChange[] = [
  {
    title: 'Renew the certificates of the gateway at {site}',
    description: 'The certificates of the gateway end next month.',
    severity: 'Sev3',
    resources: 'Gateway, VPN',
    implementation: 'Install the new certificates on both nodes, one after the other; check a sign-in after each.',
    rollback: 'Install the former certificates again; they are valid until the end of next month.',
    alerts: 'One warning of the certificate check while a node restarts.',
    environment: 'Production',
    isOutage: false,
    start: (now) => inHours(now, 2),
    hours: 1,
    approver: 'operator',
    isApproved: true,
  },
  {
    title: 'Exchange the core switch at {site}',
    description: 'The core switch is out of support; its successor is mounted and configured.',
    severity: 'Sev2',
    resources: '{site}, Core switch 1',
    implementation: 'Move the uplinks to the new switch, then the servers, rack by rack.',
    rollback: 'Move the cables back; the old switch stays powered until morning.',
    alerts: 'Servers of one rack at a time do not answer for up to five minutes.',
    environment: 'Production',
    isOutage: true,
    start: (now) => eveningAfter(now, 1),
    hours: 3,
    approver: 'operator',
    isApproved: true,
  },
  {
    title: 'Update the firmware of the disk arrays at {site}',
    description: 'The supplier recommends the update after the failures of last month.',
    severity: 'Sev2',
    resources: '{site}, Disk array 2',
    implementation: 'Update one controller after the other while the second one serves.',
    rollback: 'Load the former firmware, which stays on each controller.',
    alerts: 'Warnings of the arrays about lost redundancy, for half an hour each.',
    environment: 'Production',
    isOutage: false,
    start: (now) => new Date(eveningAfter(now, 1).getTime() + 2 * hourMilliseconds),
    hours: 2,
    approver: 'admin',
    isApproved: false,
  },
  {
    title: 'Patch the servers of Staging',
    description: 'Security updates of this month.',
    severity: 'Sev3',
    resources: 'Staging',
    implementation: 'Update and restart the servers in three groups.',
    rollback: 'Start the snapshots that are taken before each group.',
    alerts: 'Heartbeats of Staging stop while servers restart.',
    environment: 'Staging',
    isOutage: true,
    start: (now) => new Date(eveningAfter(now, maintenanceDays).getTime() + hourMilliseconds),
    hours: 2,
    approver: 'operator',
    isApproved: true,
  },
];

const changesOfOthers: readonly DemoChange[] = [
  {
    title: 'Move the dispatch service to new hosts',
    description: 'The hosts of the dispatch service are leased until the end of the quarter.',
    severity: 'Sev2',
    resources: 'Dispatch service',
    implementation: 'Replicate the database, stop the service, switch over, start it on the new hosts.',
    rollback: 'Start the service on the old hosts, which are kept for a week.',
    alerts: 'The availability check of dispatch fails for up to twenty minutes.',
    environment: 'Production',
    isOutage: true,
    start: (now) => eveningAfter(now, 8),
    hours: 4,
    approver: 'admin',
    isApproved: false,
  },
];

/**
 * Plans Change Requests for the days after the first start, as if requested within the last half hour: two that overlap
 * on a place, one within the maintenance window of {@link demoWindow}, some approved and some waiting for approval.
 */
export async function createChanges(
  services: Services,
  scenes: readonly DemoScene[],
  people: readonly DemoPerson[],
): Promise<void> {
  const operator = personOf(people, 'operator');
  const now = services.clock.now();
  const planned = scenes.flatMap((scene, index) =>
    (index === 0 ? changesOfFirst : changesOfOthers).map((change) => ({ scene, change })),
  );
  for (const [index, { scene, change }] of planned.entries()) {
    const asked = new Date(now.getTime() - (planned.length - index) * 4 * minuteMilliseconds);
    const approver = personOf(people, change.approver);
    const [place] = demoPlaces(scene.demo.locations);
    const onSite = (text: string): string => text.replaceAll('{site}', place?.name ?? scene.demo.name);
    const start = change.start(now);
    const unit = workUnitCreateSchema.parse({
      tenantId: scene.tenantId,
      title: onSite(change.title),
      description: change.description,
      severityId: change.severity,
      workUnitTypeId: workUnitTypes.ChangeRequest,
      resolution: 'Done as planned.',
      assignmentGroup: scene.demo.assignmentGroups[1] ?? scene.demo.assignmentGroups[0],
      implementer: operator.email,
      implementationPlan: change.implementation,
      rollbackPlan: change.rollback,
      affectedResources: onSite(change.resources),
      environment: change.environment,
      expectedCFSAlerts: change.alerts,
      plannedOutage: change.isOutage,
      plannedStartTime: start.toISOString(),
      plannedFinishTime: new Date(start.getTime() + change.hours * hourMilliseconds).toISOString(),
      approver1: approver.email,
    });
    const created = await createWorkUnit(services, at(operator, asked, scene.tenantId), 'WorkUnits:create', unit);
    if (!change.isApproved) continue;
    const decided = at(approver, new Date(asked.getTime() + 2 * minuteMilliseconds), scene.tenantId);
    await patchWorkUnit(services, decided, created.workUnitId, changeOf(created, { approved1By: approver.email }));
  }
}
