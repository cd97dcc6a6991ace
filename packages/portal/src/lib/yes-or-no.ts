import type { ExportWords } from '@cfs/contracts/export-words';

/** A truth as lists show it. */
export const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** The same in exported files. */
export const yesOrNoWords: ExportWords = { of: { true: 'Yes', false: 'No' } };
