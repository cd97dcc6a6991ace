import {
  controlStatusLabels,
  controlStatusNames,
  controlStatuses,
  type ControlStatusName,
} from '@cfs/contracts/control-statuses';

/** The letter of a status in the heat map, so that its colour is not its only sign. */
export const statusLetters: Readonly<Record<ControlStatusName, string>> = {
  Notset: '–',
  Compliant: 'C',
  NonCompliant: 'N',
  Poam: 'P',
  Exempt: 'E',
};

const byNumber = new Map(controlStatusNames.map((status) => [String(controlStatuses[status]), status]));

/** The status of a character of the history; `undefined` without a record. */
export const statusOfSign = (sign: string | undefined): ControlStatusName | undefined => byNumber.get(sign ?? '');

/** A status in words, also that there is none. */
export const statusText = (status: ControlStatusName | undefined): string =>
  status === undefined ? 'No record' : controlStatusLabels[status];
