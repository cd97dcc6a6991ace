import type { ExportWords } from '@cfs/contracts/export-words';

/** A boolean as lists show it. */
export const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** The same for CSV exports. */
export const yesOrNoWords: ExportWords = { of: { true: 'Yes', false: 'No' } };
