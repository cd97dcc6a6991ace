import {
  controlStatusLabels,
  controlStatusNames,
  controlStatuses,
  type ControlStatusName,
} from '@cfs/contracts/control-statuses';

/** The letter of each status in the heat map, so that the status is not shown by colour alone. */
export const statusLetters: Readonly<Record<ControlStatusName, string>> = {
  Notset: '–',
  Compliant: 'C',
  NonCompliant: 'N',
  Poam: 'P',
  Exempt: 'E',
};

const byNumber = new Map(controlStatusNames.map((status) => [String(controlStatuses[status]), status]));

/** The status of a character in the history; `undefined` if there is no record. */
export const statusOfSign = (sign: string | undefined): ControlStatusName | undefined => byNumber.get(sign ?? '');

/** The display name of a status, or `No record`. */
export const statusText = (status: ControlStatusName | undefined): string =>
  status === undefined ? 'No record' : controlStatusLabels[status];
