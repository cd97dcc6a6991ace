import { blockColors } from '@cfs/contracts/block-enumerations';
import { weekStartOf } from '@cfs/contracts/control-statuses';
import type { Home } from '@cfs/contracts/home';
import { homeDays, homeMeanDays, homeRows } from '@cfs/contracts/home-limits';
import type { Permission } from '@cfs/contracts/permissions';
import type { ServiceLevelClockKind } from '@cfs/contracts/service-level-enumerations';
import type { AttainmentRow } from '@cfs/contracts/service-levels';
import { emptyDateThreshold } from '@cfs/contracts/shell-texts';
import {
  finishedStates,
  workUnitStates,
  workUnitTypes,
  type WorkUnitState,
} from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../platform/context.ts';
import type { EntityDeclaration } from '../../platform/odata/entity.ts';
import { countList, readList } from '../../platform/odata/read-list.ts';
import type { Services } from '../../platform/services.ts';
import { blockEntity } from '../blocks/block-entity.ts';
import { communicationEntity } from '../communications/communication-entity.ts';
import { readWeekShares } from '../compliance/read-week-shares.ts';
import { deviceEntity } from '../devices/device-entity.ts';
import { packetEntity } from '../packets/packet-entity.ts';
import { pendingDeviceEntity } from '../pending-devices/pending-device-entity.ts';
import { ruleMatchEntity } from '../rules/matches/rule-match-entity.ts';
import { ruleEntity } from '../rules/rule-entity.ts';
import { readAttainment } from '../service-levels/attainment/read-attainment.ts';
import { versionReportEntity } from '../version-report/version-report-entity.ts';
import { readUnitFlow } from '../work-units/figures/read-unit-flow.ts';
import { workUnitEntity } from '../work-units/work-unit-entity.ts';
import { daysUntil, type HomeDays } from './home-days.ts';

type HomeServices = Pick<Services, 'gate'>;
type Part<Name extends keyof Home> = NonNullable<Home[Name]>;
type Counted<Row> = Row & { readonly count: number };

/** The lists that Home reads. */
const listedEntities: readonly EntityDeclaration[] = [
  blockEntity,
  communicationEntity,
  deviceEntity,
  packetEntity,
  pendingDeviceEntity,
  ruleEntity,
  ruleMatchEntity,
  versionReportEntity,
  workUnitEntity,
];

/** The permissions that determine the figures of Home: a permission to read a list also determines its rows. */
export const homePermissions: readonly Permission[] = [
  ...new Set<Permission>(['Compliance:view', ...listedEntities.flatMap(({ permission }) => permission)]),
];

const minuteMilliseconds = 60_000;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
/** Upper limits, in minutes, of the groups of devices by the age of their latest reading, youngest first. */
const deviceAgeMinutes = [5, hourMinutes, dayMinutes] as const;

/** Lists the unfinished states, because indexes on the state do not support a negation. */
const unfinished = `stateId in (${(Object.keys(workUnitStates) as WorkUnitState[])
  .filter((state) => !finishedStates.includes(state))
  .map((state) => `'${state}'`)
  .join(',')})`;
const openIncident = `workUnitTypeId eq ${workUnitTypes.Incident} and ${unfinished}`;
const isListed = 'isDeleted eq false';
const calmColors = [blockColors.Green, blockColors.White].map((color) => `'${color}'`).join(',');

/** Filters of lists are precise to the minute. */
const wholeMinute = (time: number): number => Math.floor(time / minuteMilliseconds) * minuteMilliseconds;

const outcomesOf = (rows: readonly AttainmentRow[], kind: ServiceLevelClockKind) => {
  const ofKind = rows.filter((row) => row.kind === kind);
  return {
    met: ofKind.reduce((sum, { met }) => sum + met, 0),
    breached: ofKind.reduce((sum, { breached }) => sum + breached, 0),
  };
};

type OpenCount = Part<'workUnits'>['open'][number];

/** Sums the counts of severity and state over all types. */
const overTypes = (rows: readonly OpenCount[]): OpenCount[] => {
  const counts = new Map<string, OpenCount>();
  for (const { severityId, stateId, count } of rows) {
    const key = `${severityId} ${stateId}`;
    counts.set(key, { severityId, stateId, count: count + (counts.get(key)?.count ?? 0) });
  }
  return [...counts.values()];
};

const readWorkUnits = async (services: HomeServices, context: Context, days: HomeDays): Promise<Part<'workUnits'>> => {
  const now = context.clock.now();
  const meanDays = days.last(homeMeanDays);
  const means = { from: meanDays[0]?.from ?? now, before: meanDays.at(-1)?.before ?? now };
  // One statement for both figures, on an index that contains all of its properties.
  const byType = await readList<OpenCount & { readonly workUnitTypeId: number }>(services, context, workUnitEntity, {
    $apply: `filter(${unfinished})/groupby((severityId,stateId,workUnitTypeId),aggregate($count as count))`,
  });
  const incidents = await readList<Part<'workUnits'>['incidents'][number]>(services, context, workUnitEntity, {
    $filter: openIncident,
    $orderby: 'severityId asc,created desc',
    $select: 'workUnitId,publicWorkUnitId,title,severityId,stateId,created',
    $top: String(homeRows.incidents),
  });
  const flow = await readUnitFlow(services, context, { days: days.last(homeDays), means });
  const attainment = await readAttainment(services, context, { weeks: 1 });
  return {
    open: overTypes(byType),
    openIncidents: byType
      .filter(({ workUnitTypeId }) => workUnitTypeId === workUnitTypes.Incident)
      .reduce((sum, { count }) => sum + count, 0),
    incidents: [...incidents],
    days: flow.days.map((day) => ({ ...day, from: day.from.toISOString(), before: day.before.toISOString() })),
    since: means.from.toISOString(),
    acknowledged: flow.acknowledged,
    resolved: flow.resolved,
    serviceLevels: {
      response: outcomesOf(attainment, 'Response'),
      resolution: outcomesOf(attainment, 'Resolution'),
    },
  };
};

/** Filter for open matches of the rules that the list of rules contains. */
const openMatch = ({ tenantId, subscriptionId }: Context): string => {
  const ofTenant = `ended eq null and (rule/tenantId eq ${tenantId} or rule/tenantId eq null)`;
  if (subscriptionId === undefined) return ofTenant;
  return `${ofTenant} and (rule/subscriptionId eq ${subscriptionId} or rule/subscriptionId eq null)`;
};

const readRules = async (services: HomeServices, context: Context): Promise<Part<'rules'>> => {
  const isOpen = openMatch(context);
  const byRule = await readList<Counted<{ ruleId: string; rule: { name: string } }>>(
    services,
    context,
    ruleMatchEntity,
    {
      $apply: `filter(${isOpen})/groupby((ruleId,rule/name),aggregate($count as count))`,
      $orderby: 'count desc,rule/name asc',
      $top: String(homeRows.rules),
    },
  );
  const outOfService = await readList<Part<'rules'>['outOfService'][number]>(services, context, ruleEntity, {
    $filter: 'enabled eq true and outOfServiceSince ne null',
    $select: 'ruleId,name,outOfServiceReason',
    $orderby: 'modified desc',
    $top: String(homeRows.outOfService),
  });
  return {
    matches: await countList(services, context, ruleMatchEntity, isOpen),
    byRule: byRule.map(({ ruleId, rule, count }) => ({ ruleId, name: rule.name, count })),
    outOfService: [...outOfService],
  };
};

const spanFilter = ({ from, before }: { from: string | null; before: string | null }): string => {
  const time = 'latestPacket/timestamp';
  if (from === null && before === null) return `(${time} eq null or ${time} lt ${emptyDateThreshold})`;
  return [from && `${time} ge ${from}`, before && `${time} lt ${before}`].filter(Boolean).join(' and ');
};

const readDevices = async (services: HomeServices, context: Context, readAt: Date): Promise<Part<'devices'>> => {
  const now = wholeMinute(readAt.getTime());
  const ends = deviceAgeMinutes.map((minutes) => new Date(now - minutes * minuteMilliseconds).toISOString());
  const spans = [
    ...ends.map((from, index) => ({ from, before: ends[index - 1] ?? null })),
    { from: emptyDateThreshold, before: ends.at(-1) ?? null },
    { from: null, before: null },
  ];
  const ages: Part<'devices'>['ages'] = [];
  for (const span of spans)
    ages.push({
      ...span,
      count: await countList(services, context, deviceEntity, `${isListed} and ${spanFilter(span)}`),
    });
  return {
    count: await countList(services, context, deviceEntity, isListed),
    ages,
    outdatedPackages: await countList(services, context, versionReportEntity, "versionStatus eq 'Outdated'"),
  };
};

const readBlocks = async (services: HomeServices, context: Context): Promise<Part<'blocks'>> => {
  const blocks = await readList<Part<'blocks'>['blocks'][number]>(services, context, blockEntity, {
    $filter: `entityColor/color ne null and not (entityColor/color in (${calmColors}))`,
    $select: 'blockId,name,blockTypeId',
    $expand: 'entityColor($select=color)',
    $orderby: 'name asc',
    $top: String(homeRows.blocks),
  });
  if (blocks.length === 0) return { blocks: [], readings: [] };
  const readings = await readList<Part<'blocks'>['readings'][number]>(services, context, packetEntity, {
    $filter: `entityId in (${blocks.map(({ blockId }) => blockId).join(',')})`,
    $select: 'entityId,timestamp,value,valueName,unit,cpuPercent,memoryPercent',
  });
  return { blocks: [...blocks], readings: [...readings] };
};

const readCompliance = async (
  services: HomeServices,
  context: Context,
  { today }: HomeDays,
): Promise<Part<'compliance'>> => {
  const week = weekStartOf(today);
  return { week, sets: [...(await readWeekShares(services, context, week, homeRows.controlSets))] };
};

const readCommunications = async (
  services: HomeServices,
  context: Context,
  readAt: Date,
): Promise<Part<'communications'>> => {
  const now = new Date(wholeMinute(readAt.getTime())).toISOString();
  return { overdue: await countList(services, context, communicationEntity, `nextUpdate lt ${now}`) };
};

/**
 * Reads the figures of Home in the scope of the lists that they link to: each count is the number of rows of one list
 * under one filter. A part is `null` if the caller lacks its permission.
 */
export const readHome = async (services: HomeServices, context: Context, timeZone: string): Promise<Home> => {
  const now = context.clock.now();
  const days = daysUntil(now, timeZone);
  const permitted = <Result>(permission: Permission, read: () => Promise<Result>): Promise<Result | null> =>
    context.can(permission) ? read() : Promise.resolve(null);
  const [workUnits, communications, rules, devices, pendingDevices, blocks, compliance] = await Promise.all([
    permitted('WorkUnits:view', () => readWorkUnits(services, context, days)),
    permitted('WorkUnitCommunications:view', () => readCommunications(services, context, now)),
    permitted('Rules:view', () => readRules(services, context)),
    permitted('Devices:view', () => readDevices(services, context, now)),
    permitted('PendingDevices:view', async () => ({ count: await countList(services, context, pendingDeviceEntity) })),
    permitted('Blocks:view', () => readBlocks(services, context)),
    permitted('Compliance:view', () => readCompliance(services, context, days)),
  ]);
  return {
    readAt: now.toISOString(),
    workUnits,
    communications,
    rules,
    devices,
    pendingDevices,
    blocks,
    compliance,
  };
};
