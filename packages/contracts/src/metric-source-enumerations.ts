/** Values of metric sources that screens show without a form. See docs/reference/metric-sources.md. */

/** How a source sends. */
export const metricProtocols = { OpenTelemetry: 1, Prometheus: 2 } as const;
export type MetricProtocol = keyof typeof metricProtocols;

/** What was decided about a source; only accepted ones become packets. */
export const metricSourceStatuses = { Waiting: 1, Accepted: 2, Ignored: 3 } as const;
export type MetricSourceStatus = keyof typeof metricSourceStatuses;

export const metricSourceMessages = {
  blockId: 'Please enter a valid v4 or v5 GUID',
  valueField: 'Must be at most 200 characters.',
} as const;
