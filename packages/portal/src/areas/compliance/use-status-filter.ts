import { controlStatusNames, type ControlStatusName } from '@cfs/contracts/control-statuses';
import { useMemo, useState } from 'react';
import type { ControlRow } from './control-set.ts';

/** The status of a control in the week; one without a record is not set. */
export const statusOf = ({ record }: ControlRow): ControlStatusName => record?.status ?? 'Notset';

/** The status in the URL, if it is a known one. */
export const statusOfAddress = (name: string | undefined): ControlStatusName | undefined =>
  controlStatusNames.find((status) => status === name);

/**
 * The controls that had the status when it was chosen, so that a control stays visible while its status is changed; all
 * controls without a status. `about` identifies the checklist.
 */
export const useStatusFilter = (
  controls: readonly ControlRow[],
  status: ControlStatusName | undefined,
  about: string,
): readonly ControlRow[] => {
  const key = `${status} ${about}`;
  const [held, setHeld] = useState<{ readonly key: string; readonly ids: ReadonlySet<string> }>();
  if (status !== undefined && controls.length > 0 && held?.key !== key)
    setHeld({ key, ids: new Set(controls.filter((control) => statusOf(control) === status).map(({ id }) => id)) });
  return useMemo(
    () => (status === undefined ? controls : controls.filter(({ id }) => held?.key === key && held.ids.has(id))),
    [controls, status, held, key],
  );
};
