/** Messages of device operations that server and portal share (docs/reference/operations.md#messages). No schemas here. */
export const deviceOperationTexts = {
  updated: 'Device Operation updated successfully.',
  created: 'Device Operation created successfully.',
  disabled: 'Device Operation disabled successfully.',
  enabled: 'Device Operation enabled successfully.',
  deleted: 'Device Operation deleted successfully.',
  enqueued: 'On Demand Device Operation enqueued successfully.',
  dequeued: 'On Demand Device Operation dequeued successfully.',
  cloned: 'Device Operations Cloned Successfully.',
} as const;

/** Limits of device operations. */
export const deviceOperationLimits = {
  /** Operations of one device. */
  perDevice: 200,
  /** UTF-16 code units. */
  labelLength: 200,
  referenceLength: 200,
  valueLength: 8_000,
  securedValues: 20,
  minIntervalSeconds: 30,
  maxIntervalSeconds: 366 * 86_400,
  /** On-demand runs that are kept of one operation. */
  runsKept: 100,
  /** Runs of one answer. */
  runsShown: 50,
} as const;

/** Interval of a new device operation when its operation has none. */
export const defaultOperationInterval = '00:05:00';
