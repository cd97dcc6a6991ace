import { externalReportRows, type ExternalReport } from '@cfs/contracts/communication-reports';
import { rowTexts } from '../report-texts.ts';

/** The labels of the rows that the heading of an event shows. */
const inHeading: ReadonlySet<string> = new Set(['Title', 'Status']);

/** The rows of an event except its title, its status and empty ones, as label and text. */
export const eventRows = (report: ExternalReport): readonly (readonly [label: string, text: string])[] =>
  rowTexts(externalReportRows(report).filter(({ label }) => !inHeading.has(label)));
