import { z } from 'zod';
import { hasOpenPlaceholder, placeholdersIn } from './action-placeholders.ts';
import { deviceOperationLimits } from './device-operation-texts.ts';
import { parseBoundedJson } from './json-bounds.ts';
import {
  operationFrequencies,
  parameterSources,
  runLimits,
  runOutcomes,
  runtimeFacts,
} from './operation-enumerations.ts';
import { instant, requiredText, text } from './text.ts';
import { formatTimeSpan, parseTimeSpan } from './time-span.ts';

/** Operations that are assigned to devices (docs/reference/operations.md). */

const id = z.guid().toLowerCase();

/** A placeholder of a value, and the name of the tenant's secret that replaces it on the way to the agent. */
export const securedValueSchema = z.strictObject({
  PlaceholderKeyForSecretValue: requiredText(100, 'Please enter the placeholder.').refine(
    (key) => /^[A-Za-z0-9_.-]+$/.test(key),
    'Please use letters, digits, dots, hyphens and underscores only.',
  ),
  SecuredSourceKeyToGetSecretValue: requiredText(100, 'Please choose a secret.').refine(
    (name) => /^[\w.-]+$/.test(name),
    'There is no secret of this name.',
  ),
});
export type SecuredValue = z.output<typeof securedValueSchema>;

const isVariableName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(name);

/**
 * A parameter of a device operation. `Value` is the value itself (PortalEntry), the name of an environment variable of
 * the agent (EnvironmentVariable), the name of a runtime fact (RuntimeConfig), or a text with `{{placeholders}}` of
 * `SecuredValues` (SecuredValue).
 */
export const operationParameterSchema = z
  .strictObject({
    Name: requiredText(100, 'Please enter the name of the parameter.'),
    Source: z.enum(parameterSources),
    Value: text(deviceOperationLimits.valueLength).nullish().default(null),
    SecuredValues: z.array(securedValueSchema).max(deviceOperationLimits.securedValues).nullish().default(null),
  })
  .superRefine(({ Source, Value, SecuredValues }, check) => {
    const fault = (message: string): void => check.addIssue({ code: 'custom', path: ['Value'], message });
    const value = Value ?? '';
    if (Source !== 'SecuredValue' && (SecuredValues?.length ?? 0) > 0) fault('Only a secured value can use secrets.');
    if (value === '') return;
    if (Source === 'EnvironmentVariable' && !isVariableName(value))
      fault('Please enter the name of an environment variable.');
    if (Source === 'RuntimeConfig' && !runtimeFacts.some((fact) => fact === value))
      fault(`Must be one of ${runtimeFacts.join(', ')}.`);
    if (Source !== 'SecuredValue') return;
    const keys = (SecuredValues ?? []).map(({ PlaceholderKeyForSecretValue }) => PlaceholderKeyForSecretValue);
    const used = placeholdersIn(value);
    const unknown = used.find((name) => !keys.includes(name));
    const unused = keys.find((key) => !used.includes(key));
    if (new Set(keys).size !== keys.length) fault('Each placeholder may be listed only once.');
    else if (hasOpenPlaceholder(value)) fault('A placeholder is not closed.');
    else if (unknown !== undefined) fault(`No secret is chosen for {{${unknown}}}.`);
    else if (unused !== undefined) fault(`The value has no placeholder {{${unused}}}.`);
    else if (keys.length === 0) fault('A secured value needs at least one placeholder, such as {{password}}.');
  });
export type OperationParameter = z.output<typeof operationParameterSchema>;

const parametersSchema = z
  .preprocess(
    (value) => {
      if (typeof value !== 'string') return value;
      try {
        return parseBoundedJson(value);
      } catch {
        return value;
      }
    },
    z.array(operationParameterSchema, { error: 'Must be a list of parameters, or its JSON text.' }).max(50),
  )
  .refine(
    (parameters) => new Set(parameters.map(({ Name }) => Name.toLowerCase())).size === parameters.length,
    'Each parameter may be listed only once.',
  );

const interval = requiredText(20, 'Interval is required').transform((value, check) => {
  const seconds = parseTimeSpan(value);
  const { minIntervalSeconds, maxIntervalSeconds } = deviceOperationLimits;
  if (seconds !== undefined && seconds >= minIntervalSeconds && seconds <= maxIntervalSeconds)
    return formatTimeSpan(seconds);
  check.addIssue('Interval must be at least 30 seconds, as HH:mm:ss.');
  return z.NEVER;
});

const reference = text(deviceOperationLimits.referenceLength).nullish();

const fields = {
  label: requiredText(deviceOperationLimits.labelLength, 'Label is required'),
  referenceId: reference,
  globalSettingId: reference,
  enabled: z.boolean(),
  frequencyTypeId: z.literal(Object.values(operationFrequencies), { error: 'Please choose a frequency.' }),
  interval,
  isInteractive: z.boolean(),
  parameters: parametersSchema,
  /** Seconds after which a run is ended; `null` for the usual limit. */
  timeoutSeconds: z.int().min(1).max(runLimits.maxTimeoutSeconds).nullish(),
  /** Resident memory above which a run is ended; `null` for the usual limit. */
  memoryLimitMebibytes: z.int().min(runLimits.minMemoryMebibytes).max(runLimits.maxMemoryMebibytes).nullish(),
};

/** What the form of a device operation asks for; `parameters` as a list. */
export const deviceOperationForm = z.object({ ...fields, parameters: z.array(operationParameterSchema) });
export type DeviceOperationForm = z.input<typeof deviceOperationForm>;

/** Body of PUT /v1/deviceOperations. Members that the server alone sets are ignored. */
export const deviceOperationCreate = z.object({
  deviceId: id,
  operationId: id,
  ...fields,
  enabled: fields.enabled.default(true),
  isInteractive: fields.isInteractive.default(false),
  parameters: fields.parameters.default([]),
});
export type DeviceOperationCreate = z.output<typeof deviceOperationCreate>;

/** Body of POST /v1/deviceOperations/{id}: absent members are unchanged; with `modified`, 409 when the row has changed. */
export const deviceOperationUpdate = z
  .object({ deviceId: id, operationId: id, ...fields, modified: instant })
  .partial();
export type DeviceOperationUpdate = z.output<typeof deviceOperationUpdate>;

/** Characters of a comma-separated list of all operations of a device, with a space after each comma. */
const maxIdsCharacters = deviceOperationLimits.perDevice * 38;

/** Body of POST /v1/deviceOperations/clone. */
export const deviceOperationClone = z.object({
  fromDeviceId: id,
  toDeviceId: z.guid('Please choose a target device.').toLowerCase(),
  /** A comma list. */
  deviceOperationIdsToClone: z
    .string({ error: 'Please choose at least one operation.' })
    .max(maxIdsCharacters)
    .transform((ids) => [
      ...new Set(
        ids
          .split(',')
          .map((each) => each.trim().toLowerCase())
          .filter((each) => each !== ''),
      ),
    ])
    .pipe(
      z
        .array(z.guid().toLowerCase())
        .min(1, 'Please choose at least one operation.')
        .max(deviceOperationLimits.perDevice),
    ),
});
export type DeviceOperationClone = z.output<typeof deviceOperationClone>;

/** Answer of the clone call. */
export const deviceOperationsCloned = z.object({ message: z.string(), cloned: z.int(), skipped: z.int() });
export type DeviceOperationsCloned = z.infer<typeof deviceOperationsCloned>;

/** A device operation as returned by the API; `parameters` is JSON text. */
export interface DeviceOperation {
  readonly deviceOperationId: string;
  readonly tenantId: string;
  readonly deviceId: string;
  /** `null` of a deleted one whose package is gone. */
  readonly operationId: string | null;
  readonly label: string;
  readonly referenceId: string | null;
  readonly globalSettingId: string | null;
  readonly enabled: boolean;
  readonly operationComplete: boolean;
  readonly completionToken: string | null;
  readonly frequencyTypeId: number;
  readonly interval: string;
  readonly isInteractive: boolean;
  readonly isDeleted: boolean;
  readonly parameters: string;
  /** JSON text: what the version of the package states that the device is to have; `null` of a deleted one without package. */
  readonly frequencyDefinitions: string | null;
  /** As `frequencyDefinitions`. */
  readonly parameterDefinitions: string | null;
  readonly timeoutSeconds: number | null;
  readonly memoryLimitMebibytes: number | null;
  readonly created: string;
  readonly modified: string;
}

/** Answer of GET /v1/deviceOperations/{id}/runs, newest first: from packets and on-demand runs. */
export const operationRuns = z.object({
  value: z.array(
    z.object({
      /** `null` while a queued run is not claimed. */
      runId: z.string().nullable(),
      /** When it started, or was queued. */
      started: z.iso.datetime(),
      /** `null` while it is queued or runs. */
      outcome: z.string().nullable(),
      durationMilliseconds: z.number().nullable(),
      exitCode: z.number().nullable(),
      /** The reading of the run. */
      value: z.string().nullable(),
      output: z.string(),
      outputTruncated: z.boolean(),
      error: z.string().nullable(),
      /** Who queued it; `null` for a scheduled run. */
      queuedBy: z.string().nullable(),
      state: z.enum(['Queued', 'Running', 'Ended']),
    }),
  ),
});
export type OperationRuns = z.infer<typeof operationRuns>;
export type OperationRun = OperationRuns['value'][number];

/** Outcomes by number, as they are stored. */
export const runOutcomeNumbers = Object.fromEntries(runOutcomes.map((name, index) => [name, index + 1])) as Readonly<
  Record<(typeof runOutcomes)[number], number>
>;

/** A row of GET /v1/operations/GetAvailableOperationsForDevice. */
export const availableOperations = z.object({
  value: z.array(
    z.object({
      operationId: z.guid(),
      name: z.string(),
      description: z.string().nullable(),
      operationType: z.string(),
      operationResultTypeId: z.int(),
      defaultInterval: z.string(),
      /** JSON text: numbers of frequencies. */
      frequencyDefinitions: z.string(),
      /** JSON text. */
      parameterDefinitions: z.string(),
      package: z.object({ packageId: z.guid(), name: z.string(), operatingSystemRidsId: z.int() }),
      /** How many operations are available, whatever is searched for. */
      totalBeforeFiltering: z.int(),
    }),
  ),
});
export type AvailableOperations = z.infer<typeof availableOperations>;
export type AvailableOperation = AvailableOperations['value'][number];
