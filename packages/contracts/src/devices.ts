import { z } from 'zod';
import { deviceLoggingLevels, deviceTypes, operatingSystems, traceOptions } from './device-enumerations.ts';
import { storedTexts } from './stored-fields.ts';
import { instant, requiredText, text } from './text.ts';

/** Devices: machines with an enrolled agent. See docs/reference/devices.md. */

export const heartbeatIntervalLimits = { min: 0, max: 999_999_999, default: 60 } as const;
export const deviceDescriptionLimit = 500;

/** Selectable durations of tracing in minutes; -1 is no change, 0 disables tracing. */
export const traceMinutes = traceOptions.map(({ minutes }) => minutes);

const namesOf = <Names extends Record<string, number>>(names: Names) =>
  z.enum(Object.keys(names) as [Extract<keyof Names, string>, ...Extract<keyof Names, string>[]]);

const deviceTexts = {
  name: requiredText(200, 'Name is required'),
  description: text(deviceDescriptionLimit).nullish(),
  /** Free-form tags, comma-separated. */
  tags: text(1_000).nullish(),
};

/**
 * Body of `POST /v1/devices/{id}`: absent fields are unchanged. `modified` is the value that the form was loaded with
 * (409 when the row has changed).
 */
export const deviceUpdate = z.object({
  ...deviceTexts,
  name: deviceTexts.name.optional(),
  deviceTypeId: namesOf(deviceTypes).optional(),
  locationId: z.guid().toLowerCase().nullish(),
  operatingSystemId: z.literal(Object.values(operatingSystems)).optional(),
  subscriptionId: z.guid('Subscription is required').toLowerCase().optional(),
  deviceLoggingLevelId: namesOf(deviceLoggingLevels).optional(),
  /** Seconds between heartbeat packets; 0 disables them. */
  heartbeatInterval: z.int().min(heartbeatIntervalLimits.min).max(heartbeatIntervalLimits.max).optional(),
  /** A disabled device runs no operations. */
  enabled: z.boolean().optional(),
  modified: instant.optional(),
});
export type DeviceUpdate = z.infer<typeof deviceUpdate>;

/** A device as returned by lists and writes. */
export const device = z.object({
  deviceId: z.guid(),
  tenantId: z.guid(),
  subscriptionId: z.guid(),
  ...storedTexts(deviceTexts),
  deviceTypeId: namesOf(deviceTypes),
  locationId: z.guid().nullable(),
  operatingSystemId: z.int(),
  deviceLoggingLevelId: namesOf(deviceLoggingLevels),
  heartbeatInterval: z.int(),
  enabled: z.boolean(),
  restartAgentFlag: z.boolean(),
  traceMinutes: z.int(),
  traceExpiration: z.iso.datetime().nullable(),
  isDeleted: z.boolean(),
  /** When two live sessions of its key were seen last, as after a machine was copied; `null` if never. */
  cloneDetected: z.iso.datetime().nullable(),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
});
export type Device = z.infer<typeof device>;

/** Logs of a device, newest first, at most 1,000. */
export const deviceLogs = z.array(
  z.object({ logEntryId: z.guid(), created: z.iso.datetime(), entryType: z.string(), detail: z.string() }),
);

const points = z.array(z.number().nullable());

/**
 * Answer of `GET /v1/devices/readings`: for each device the last reading of each of the equal steps that end now,
 * oldest first; `null` for a step without one.
 */
export const deviceReadings = z.object({
  /** Start of the first step. */
  from: z.iso.datetime(),
  stepSeconds: z.int(),
  value: z.array(z.object({ deviceId: z.guid(), cpuPercent: points, memoryPercent: points, diskPercent: points })),
});
export type DeviceReadings = z.infer<typeof deviceReadings>;
