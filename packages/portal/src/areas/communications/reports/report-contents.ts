import {
  externalReportRows,
  internalReportRows,
  toExternalReport,
  type ReportRow,
} from '@cfs/contracts/communication-reports';
import type { CommunicationActivity } from '@cfs/contracts/communications';
import { formatDate } from '../../../lib/texts/dates.ts';
import { yesOrNo } from '../../../lib/texts/yes-or-no.ts';
import type { CommunicationRow } from '../communication-row.ts';

export type ReportKind = 'external' | 'internal';

export const reportTitles: Readonly<Record<ReportKind, string>> = {
  external: 'External Report',
  internal: 'Internal Report',
};

/** The contents of a report for display, print and download: labelled values, then the steps. */
export interface ReportContents {
  readonly rows: readonly ReportRow[];
  readonly stepHeadings: readonly string[];
  readonly steps: readonly (readonly string[])[];
}

const stepOf = ({
  isComplete,
  details,
  completed,
}: Pick<CommunicationActivity, 'isComplete' | 'details' | 'completed'>) => [
  isComplete ? 'Past step' : 'Next step',
  details,
  formatDate(completed),
];
const stepHeadings = ['Step', 'Details', 'Completed'];

/** Returns the contents of either report. The external one contains only the fields of `toExternalReport`. */
export const reportContents = (
  kind: ReportKind,
  communication: CommunicationRow,
  activities: readonly CommunicationActivity[],
): ReportContents => {
  if (kind === 'external') {
    const report = toExternalReport(communication, activities);
    return { rows: externalReportRows(report), stepHeadings, steps: report.activities.map(stepOf) };
  }
  const { tenant, workUnits = [], ...fields } = communication;
  const report = {
    ...fields,
    tenantName: tenant?.name ?? '',
    workUnits: workUnits.map(({ publicWorkUnitId, title }) => `#${publicWorkUnitId} ${title}`),
    activities,
  };
  return {
    rows: internalReportRows(report),
    stepHeadings: [...stepHeadings, 'Customer-facing', 'Created', 'Created By'],
    steps: activities.map((activity) => [
      ...stepOf(activity),
      yesOrNo(activity.isCustomerFacing),
      formatDate(activity.created),
      activity.createdBy,
    ]),
  };
};

/** The display text of a value: times are in the local time zone. */
export const shownValue = ({ value, isTime = false }: ReportRow): string => (isTime ? formatDate(value) : value);

/** The records of the report's CSV file. */
export const reportRecords = ({
  rows,
  stepHeadings: headings,
  steps,
}: ReportContents): readonly (readonly string[])[] => [
  ['Field', 'Value'],
  ...rows.map((row) => [row.label, shownValue(row)]),
  ...(steps.length > 0 ? [[], headings, ...steps] : []),
];
