/** The names in the order of their stored numbers, written out here so that the floor owes the product nothing. */
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
