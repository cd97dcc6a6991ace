import { communicationStatusLabels } from './communication-enumerations.ts';
import type { Communication, CommunicationActivity } from './communications.ts';

const externalFields = [
  'title',
  'status',
  'currentImpact',
  'impactedServices',
  'eventStarted',
  'eventEngaged',
  'eventMitigated',
  'eventResolved',
  'nextUpdate',
] as const;

/** A step as customers read it: what, and when it was done. */
export type ExternalActivity = Pick<CommunicationActivity, 'details' | 'isComplete' | 'completed'>;

/**
 * What customers may read of a communication (docs/reference/communications.md#reports): never bridge, internal update,
 * details, service manager or author. The root cause is `null` until the event is resolved.
 */
export interface ExternalReport extends Pick<Communication, (typeof externalFields)[number] | 'rootCause'> {
  readonly activities: readonly ExternalActivity[];
}

/** The external report. Each field is picked by name, so that new fields of a communication are internal by default. */
export const toExternalReport = (
  communication: Communication,
  activities: readonly CommunicationActivity[],
): ExternalReport => ({
  ...(Object.fromEntries(externalFields.map((field) => [field, communication[field]])) as Pick<
    Communication,
    (typeof externalFields)[number]
  >),
  rootCause: communication.status === 'Resolved' ? communication.rootCause : null,
  activities: activities
    .filter(({ isCustomerFacing }) => isCustomerFacing)
    .map(({ details, isComplete, completed }) => ({ details, isComplete, completed })),
});

/** What staff read: everything. */
export interface InternalReport extends Communication {
  readonly tenantName: string;
  /** The linked work units, each by number and title. */
  readonly workUnits: readonly string[];
  readonly activities: readonly CommunicationActivity[];
}

/** A row of a report: a value in words, or a time in ISO 8601 that is shown in the reader's time zone. */
export interface ReportRow {
  readonly label: string;
  readonly value: string;
  readonly isTime?: boolean;
}

type RowOf<Report> = readonly [
  label: string,
  value: (report: Report) => string | null,
  kind?: 'time' | undefined,
  /** A row that is shown only when it has a value. */
  presence?: 'optional',
];

const externalRows: readonly RowOf<ExternalReport>[] = [
  ['Title', ({ title }) => title],
  ['Status', ({ status }) => communicationStatusLabels[status]],
  ['Current Impact', ({ currentImpact }) => currentImpact],
  ['Impacted Services', ({ impactedServices }) => impactedServices],
  ['Event Started', ({ eventStarted }) => eventStarted, 'time'],
  ['Event Engaged', ({ eventEngaged }) => eventEngaged, 'time'],
  ['Event Mitigated', ({ eventMitigated }) => eventMitigated, 'time'],
  ['Event Resolved', ({ eventResolved }) => eventResolved, 'time'],
  ['Next Update', ({ nextUpdate }) => nextUpdate, 'time'],
  ['Root Cause', ({ rootCause }) => rootCause, undefined, 'optional'],
];

const internalRows: readonly RowOf<InternalReport>[] = [
  ['WUCOMM', ({ publicWorkUnitCommunicationId }) => `#${publicWorkUnitCommunicationId}`],
  ['Tenant', ({ tenantName }) => tenantName],
  ['Title', ({ title }) => title],
  ['Status', ({ status }) => communicationStatusLabels[status]],
  ['Service Manager', ({ serviceManager }) => serviceManager],
  ['Details', ({ details }) => details],
  ['Current Impact', ({ currentImpact }) => currentImpact],
  ['Maximum Impact', ({ maximumImpact }) => maximumImpact],
  ['Impacted Services', ({ impactedServices }) => impactedServices],
  ['Customer Assistance Required', ({ customerAssistanceRequired }) => (customerAssistanceRequired ? 'Yes' : 'No')],
  ['Root Cause', ({ rootCause }) => rootCause],
  ['Internal Bridge', ({ internalBridge }) => internalBridge],
  ['Event Started', ({ eventStarted }) => eventStarted, 'time'],
  ['Event Engaged', ({ eventEngaged }) => eventEngaged, 'time'],
  ['Event Mitigated', ({ eventMitigated }) => eventMitigated, 'time'],
  ['Event Resolved', ({ eventResolved }) => eventResolved, 'time'],
  ['Next Update', ({ nextUpdate }) => nextUpdate, 'time'],
  ['Next Internal Update', ({ nextInternalUpdate }) => nextInternalUpdate, 'time'],
  ['Created', ({ created }) => created, 'time'],
  ['Created By', ({ createdBy }) => createdBy],
  ['Changed', ({ userChanged }) => userChanged, 'time'],
  ['Changed By', ({ userChangedBy }) => userChangedBy],
  ['Modified', ({ modified }) => modified, 'time'],
  ['Work Units', ({ workUnits }) => workUnits.join('\n')],
];

const rowsOf = <Report>(rows: readonly RowOf<Report>[], report: Report): ReportRow[] =>
  rows.flatMap(([label, read, kind, presence]) => {
    const value = read(report) ?? '';
    if (value === '' && presence === 'optional') return [];
    return [{ label, value, ...(kind === 'time' && value !== '' && { isTime: true }) }];
  });

/** The rows of the external report, without its activities. */
export const externalReportRows = (report: ExternalReport): readonly ReportRow[] => rowsOf(externalRows, report);

/** The rows of the internal report, without its activities. */
export const internalReportRows = (report: InternalReport): readonly ReportRow[] => rowsOf(internalRows, report);
