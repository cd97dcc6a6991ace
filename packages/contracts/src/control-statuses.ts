/** Statuses of a control in a week by number; transferred by name (docs/reference/compliance.md#states). */
export const controlStatuses = { Notset: 0, Compliant: 1, NonCompliant: 2, Poam: 3, Exempt: 4 } as const;
export type ControlStatusName = keyof typeof controlStatuses;

/** The statuses in the order of the toggle. */
export const controlStatusNames = Object.keys(controlStatuses) as readonly ControlStatusName[];

/** The statuses in words, as screens and exports show them. */
export const controlStatusLabels: Readonly<Record<ControlStatusName, string>> = {
  Notset: 'Not set',
  Compliant: 'Compliant',
  NonCompliant: 'Non-compliant',
  Poam: 'POA&M',
  Exempt: 'Exempt',
};

/** Maximum rows of the checklist's export (docs/reference/compliance.md#rules). */
export const complianceExportRows = 1_000;

/** Maximum length of the notes of a control in a week, in UTF-16 code units. */
export const controlNotesLength = 4_000;

const dayMilliseconds = 86_400_000;
const weekDays = 7;

const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A calendar date plus a number of days; dates are `YYYY-MM-DD`. */
export const addDays = (date: string, days: number): string =>
  isoDate(Date.parse(`${date}T00:00:00.000Z`) + days * dayMilliseconds);

/** The Sunday that begins the week of a calendar date; dates are `YYYY-MM-DD`. */
export const weekStartOf = (date: string): string => addDays(date, -new Date(`${date}T00:00:00.000Z`).getUTCDay());

/** The Saturday that ends the week of a Sunday. */
export const weekEndOf = (weekStart: string): string => addDays(weekStart, weekDays - 1);

/** The Sunday a number of weeks later. */
export const addWeeks = (weekStart: string, weeks: number): string => addDays(weekStart, weeks * weekDays);

/** A Sunday as `checkDate` travels: its midnight in UTC. */
export const checkDateOf = (weekStart: string): string => `${weekStart}T00:00:00.000Z`;

/** The name of the assessment results of a week. */
export const assessmentResultsFileName = (weekStart: string): string => `assessment-results-${weekStart}.json`;

/** The name of the export of a week. */
export const complianceFileName = (weekStart: string): string => `compliance-${weekStart}.csv`;

/** Weeks that the history and the trend of a control set cover (docs/reference/compliance.md#weeks). */
export const complianceWeeks = { min: 1, usual: 26, max: 52 } as const;

/** The character of a week without a record in the history of a control. */
export const noRecordSign = '-';

/**
 * The share of compliant controls among those that are not exempt, from 0 to 100; `undefined` in a week without any record,
 * or if every control is exempt. Controls without a record count as not compliant.
 */
export const compliantShare = (
  counts: Readonly<Record<ControlStatusName, number>>,
  controls: number,
): number | undefined => {
  const isRecorded = controlStatusNames.some((status) => counts[status] > 0);
  const judged = controls - counts.Exempt;
  return isRecorded && judged > 0 ? (100 * counts.Compliant) / judged : undefined;
};
