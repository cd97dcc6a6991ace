/** Placeholders of canned replies, which the note box fills in from the work unit (docs/reference/canned-replies.md). */
export const cannedReplyPlaceholders = [
  'StakeholderName',
  'WorkUnitNumber',
  'Title',
  'State',
  'Severity',
  'TenantName',
  'AssignedTo',
  'MyName',
] as const;

export type CannedReplyPlaceholder = (typeof cannedReplyPlaceholders)[number];

/** Maximum number of canned replies of a tenant. */
export const cannedReplyLimit = 100;
