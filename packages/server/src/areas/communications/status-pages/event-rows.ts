import { externalReportRows, type ExternalReport } from '@cfs/contracts/communication-reports';
import { rowTexts } from '../report-texts.ts';

/** Rows that the heading of an event shows. */
const inHeading: ReadonlySet<string> = new Set(['Title', 'Status']);

/** The rows of an event beside its title and status, without empty ones, as label and text. */
export const eventRows = (report: ExternalReport): readonly (readonly [label: string, text: string])[] =>
  rowTexts(externalReportRows(report).filter(({ label }) => !inHeading.has(label)));
