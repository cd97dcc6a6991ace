import {
  workUnitStates,
  workUnitTypes,
  type Severity,
  type WorkUnitState,
} from '@cfs/contracts/work-unit-enumerations';
import type { Condition } from '../../lib/lists/column-filter.ts';
import { writeConditions } from '../../lib/lists/column-filter-address.ts';

/** A time span; a bound that is `null` is open. */
interface Span {
  readonly from: string | null;
  readonly before: string | null;
}

/** A time in the format of filter chips: UTC, to the minute. */
const minuteOf = (time: string): string => `${time.slice(0, 16)}Z`;

const listOf = (screen: string, conditions: readonly Condition[]): string =>
  `${screen}?filter=${writeConditions(conditions) ?? 'none'}`;

const within = (path: string, { from, before }: Span): readonly Condition[] => [
  ...(from === null ? [] : [{ path, operator: 'from', values: [minuteOf(from)] } as const]),
  ...(before === null ? [] : [{ path, operator: 'before', values: [minuteOf(before)] } as const]),
];

const isAny = (path: string, values: readonly string[]): Condition => ({ path, operator: 'in', values });

/** Includes finished units, which the list hides without a filter chip for the state. */
const anyState = isAny('stateId', Object.keys(workUnitStates));

/** Open units of a severity, in a state if one is given. */
export const openUnitsLink = (severity: Severity | undefined, state?: WorkUnitState): string =>
  listOf('/workunitsv2', [
    ...(severity ? [isAny('severityId', [severity])] : []),
    ...(state ? [isAny('stateId', [state])] : []),
  ]);

/** All open incidents. */
export const openIncidentsLink = listOf('/workunitsv2', [isAny('workUnitTypeId', [String(workUnitTypes.Incident)])]);

/** Work units of any state that were created, acknowledged or resolved within the span. */
export const unitsWithinLink = (moment: 'created' | 'acknowledged' | 'resolved', span: Span): string =>
  listOf('/workunitsv2', [...within(moment, span), anyState]);

/** Devices whose latest reading is within the span; without bounds, devices without a reading. */
export const devicesWithinLink = (span: Span): string =>
  listOf(
    '/devices',
    span.from === null && span.before === null
      ? [{ path: 'latestPacket/timestamp', operator: 'empty', values: [] }]
      : within('latestPacket/timestamp', span),
  );

/** Communications whose next update was due before a time. */
export const overdueCommunicationsLink = (readAt: string): string =>
  `${listOf('/workunitcommunications', within('nextUpdate', { from: null, before: readAt }))}&sort=nextUpdate`;

/** Installations with a version older than the latest one. */
export const outdatedPackagesLink = listOf('/versionreport', [isAny('versionStatus', ['Outdated'])]);

/** The open matches of a rule. */
export const openMatchesLink = (ruleId: string): string => `/rules?matches=${ruleId}&openOnly=1`;
