import {
  workUnitStates,
  workUnitTypes,
  type Severity,
  type WorkUnitState,
} from '@cfs/contracts/work-unit-enumerations';
import type { Condition } from '../../lib/column-filter.ts';
import { writeConditions } from '../../lib/column-filter-address.ts';

/** A span of time; an absent bound is open. */
interface Span {
  readonly from: string | null;
  readonly before: string | null;
}

/** A time as filter chips hold it: a UTC minute. */
const minuteOf = (time: string): string => `${time.slice(0, 16)}Z`;

const listOf = (screen: string, conditions: readonly Condition[]): string =>
  `${screen}?filter=${writeConditions(conditions) ?? 'none'}`;

const within = (path: string, { from, before }: Span): readonly Condition[] => [
  ...(from === null ? [] : [{ path, operator: 'from', values: [minuteOf(from)] } as const]),
  ...(before === null ? [] : [{ path, operator: 'before', values: [minuteOf(before)] } as const]),
];

const isAny = (path: string, values: readonly string[]): Condition => ({ path, operator: 'in', values });

/** Without a state chip the list hides finished units. */
const anyState = isAny('stateId', Object.keys(workUnitStates));

/** Open units of a severity, in a state if one is given. */
export const openUnitsLink = (severity: Severity | undefined, state?: WorkUnitState): string =>
  listOf('/workunitsv2', [
    ...(severity ? [isAny('severityId', [severity])] : []),
    ...(state ? [isAny('stateId', [state])] : []),
  ]);

/** Open Incidents. */
export const openIncidentsLink = listOf('/workunitsv2', [isAny('workUnitTypeId', [String(workUnitTypes.Incident)])]);

/** Units of any state whose moment lies within the span. */
export const unitsWithinLink = (moment: 'created' | 'acknowledged' | 'resolved', span: Span): string =>
  listOf('/workunitsv2', [...within(moment, span), anyState]);

/** Devices whose latest reading lies within the span; without bounds, those that have none. */
export const devicesWithinLink = (span: Span): string =>
  listOf(
    '/devices',
    span.from === null && span.before === null
      ? [{ path: 'latestPacket/timestamp', operator: 'empty', values: [] }]
      : within('latestPacket/timestamp', span),
  );

/** Communications whose next update lay before a moment. */
export const overdueCommunicationsLink = (readAt: string): string =>
  `${listOf('/workunitcommunications', within('nextUpdate', { from: null, before: readAt }))}&sort=nextUpdate`;

/** Installations that are behind the latest version. */
export const outdatedPackagesLink = listOf('/versionreport', [isAny('versionStatus', ['Outdated'])]);

/** The open matches of a rule. */
export const openMatchesLink = (ruleId: string): string => `/rules?matches=${ruleId}&openOnly=1`;
