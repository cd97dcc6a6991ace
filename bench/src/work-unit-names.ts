/** The names by stored number, repeated here so that the floor imports nothing of the product. */
export const severityNames = ['Sev0', 'Sev1', 'Sev2', 'Sev3', 'Sev4'] as const;
export const stateNames = [
  'New',
  'Acknowledged',
  'InProgress',
  'OnHold',
  'Mitigated',
  'Resolved',
  'Closed',
  'Canceled',
] as const;
