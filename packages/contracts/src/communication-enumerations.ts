/** Statuses of a communication by number; transferred by name (docs/reference/communications.md#states). */
export const communicationStatuses = {
  Investigating: 1,
  ConfirmedImpact: 2,
  ServiceRestored: 3,
  Cancelled: 4,
  Resolved: 5,
} as const;
export type CommunicationStatus = keyof typeof communicationStatuses;

/** The statuses in the order of the form. */
export const communicationStatusNames = Object.keys(communicationStatuses) as readonly CommunicationStatus[];

/** The statuses in words, as screens, reports and exports show them. */
export const communicationStatusLabels: Readonly<Record<CommunicationStatus, string>> = {
  Investigating: 'Open - Investigating',
  ConfirmedImpact: 'Open - Confirmed Impact',
  ServiceRestored: 'Open - Service Restored',
  Cancelled: 'Closed - Cancelled',
  Resolved: 'Closed - Resolved',
};

const closedStatuses: readonly CommunicationStatus[] = ['Cancelled', 'Resolved'];

/** Whether a communication of this status is over: it has no next update. */
export const isClosedStatus = (status: CommunicationStatus): boolean => closedStatuses.includes(status);

/** Whether the next update of an open communication should have been made by now. */
export const isUpdateOverdue = (
  { status, nextUpdate }: { readonly status: CommunicationStatus; readonly nextUpdate: string | null },
  now: Date,
): boolean => nextUpdate !== null && !isClosedStatus(status) && Date.parse(nextUpdate) < now.getTime();

/** Types of an activity by number; transferred by name. A task is a next step, a resolution a past one. */
export const communicationActivityTypes = { TaskActivity: 1, ResolutionActivity: 2 } as const;
export type CommunicationActivityType = keyof typeof communicationActivityTypes;

/** Maximum length of the long texts of a communication and of an activity, in UTF-16 code units. */
export const communicationTextLength = 4_000;

/** Maximum rows of an export of all communications (docs/reference/communications.md#screen). */
export const communicationExportRows = 1_000;

/** Maximum number of work units that a communication links to, and of its activities. */
export const communicationPartsLimit = 100;

/** An internal notification that is repeated within this number of seconds returns the first result. */
export const notificationRepeatSeconds = 60;
