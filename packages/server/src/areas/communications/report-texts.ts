import { communicationStatusLabels } from '@cfs/contracts/communication-enumerations';
import type { ExternalReport, ReportRow } from '@cfs/contracts/communication-reports';
import { oneLine } from '../actions/mails/compose-mail.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Formats a time as 'D/MMM/YYYY HH:mm UTC' (docs/reference/conventions.md): mails and pages without scripts do not know
 * the time zone of the reader.
 */
export const utcText = (time: Date | string): string => {
  const date = new Date(time);
  const clock = date.toISOString().slice(11, 16);
  return `${date.getUTCDate()}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()} ${clock} UTC`;
};

/** The status and the title of a report, in one line. */
export const titleText = ({ status, title }: Pick<ExternalReport, 'status' | 'title'>): string =>
  oneLine(`${communicationStatusLabels[status]}: ${title}`);

/** The rows of a report that are not empty, as label and text. */
export const rowTexts = (rows: readonly ReportRow[]): (readonly [label: string, text: string])[] =>
  rows
    .filter(({ value }) => value !== '')
    .map(({ label, value, isTime }) => [label, isTime === true ? utcText(value) : value]);

/** The steps of a report, oldest first: what was done, with the time if it is known, and what is next. */
export const stepTexts = ({ activities }: Pick<ExternalReport, 'activities'>): readonly string[] =>
  activities.map(({ isComplete, details, completed }) =>
    isComplete
      ? `Done${completed === null || completed === undefined ? '' : ` ${utcText(completed)}`}: ${details}`
      : `Next: ${details}`,
  );
