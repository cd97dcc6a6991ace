import { z } from 'zod';
import { isTimeZone } from './time-zone.ts';
import { severities, workUnitStates, type Severity, type WorkUnitState } from './work-unit-enumerations.ts';

/** Query of GET /v1/home. */
export const homeQuerySchema = z.strictObject({
  /** The IANA time zone in which days and weeks begin. */
  timeZone: z.string().max(64).refine(isTimeZone, 'Must be an IANA time zone, such as Europe/Oslo.').default('UTC'),
});

const count = z.number().int().nonnegative();
const moment = z.string();

/** The mean time from `created` to a later moment of a unit, in seconds, over the units that reached it. */
const meanTime = z.object({ count, meanSeconds: z.number().nonnegative().nullable() });

const incident = z.object({
  workUnitId: z.number().int(),
  publicWorkUnitId: z.number().int(),
  title: z.string(),
  severityId: z.enum(Object.keys(severities) as Severity[]),
  stateId: z.enum(Object.keys(workUnitStates) as WorkUnitState[]),
  created: moment,
});

/** Clocks of service levels that ended this week, from Monday in UTC. */
const outcomes = z.object({ met: count, breached: count });

const workUnitFigures = z.object({
  /** Units that are not finished. */
  open: z.array(incident.pick({ severityId: true, stateId: true }).extend({ count })),
  /** Open Incidents, and the gravest of them. */
  openIncidents: count,
  incidents: z.array(incident),
  /** The last days, oldest first, each from its midnight to the next. */
  days: z.array(z.object({ from: moment, before: moment, created: count, resolved: count })),
  /** Units that were acknowledged and resolved since. */
  since: moment,
  acknowledged: meanTime,
  resolved: meanTime,
  serviceLevels: z.object({ response: outcomes, resolution: outcomes }),
});

const ruleFigures = z.object({
  /** Open matches. */
  matches: count,
  /** The rules with most open matches. */
  byRule: z.array(z.object({ ruleId: z.guid(), name: z.string(), count })),
  /** Enabled rules that are not run, the latest first. */
  outOfService: z.array(z.object({ ruleId: z.guid(), name: z.string(), outOfServiceReason: z.string().nullable() })),
});

/** Devices whose latest reading lies in a span; both bounds absent for those without a reading. */
const deviceAge = z.object({ from: moment.nullable(), before: moment.nullable(), count });

const block = z.object({
  blockId: z.guid(),
  name: z.string(),
  blockTypeId: z.number().int(),
  entityColor: z.object({ color: z.string() }).nullable(),
});

const reading = z.object({
  entityId: z.guid(),
  timestamp: moment,
  value: z.string().nullable(),
  valueName: z.string().nullable(),
  unit: z.string().nullable(),
  cpuPercent: z.number().nullable(),
  memoryPercent: z.number().nullable(),
});

const controlSetShare = z.object({
  controlSetId: z.guid(),
  name: z.string(),
  controls: count,
  compliant: count,
  /** Controls with any status other than compliant. */
  otherwise: count,
});

/** Answer of GET /v1/home: a part is `null` where the caller lacks its permission. */
export const homeSchema = z.object({
  /** When the figures were counted. */
  readAt: moment,
  workUnits: workUnitFigures.nullable(),
  communications: z.object({ overdue: count }).nullable(),
  rules: ruleFigures.nullable(),
  devices: z.object({ count, ages: z.array(deviceAge), outdatedPackages: count }).nullable(),
  pendingDevices: z.object({ count }).nullable(),
  /** Blocks that a rule has coloured neither green nor white, and their latest readings. */
  blocks: z.object({ blocks: z.array(block), readings: z.array(reading) }).nullable(),
  /** The week begins on a Sunday, `YYYY-MM-DD`. */
  compliance: z.object({ week: z.string(), sets: z.array(controlSetShare) }).nullable(),
});
export type Home = z.infer<typeof homeSchema>;
