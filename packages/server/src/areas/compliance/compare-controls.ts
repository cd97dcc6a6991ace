import { randomUUID } from 'node:crypto';
import type { ControlSetFile } from '@cfs/contracts/compliance';
import type { Change } from '../../platform/audit/change.ts';
import type { ControlTable } from './control-entity.ts';
import type { ControlSetRow } from './control-set-entity.ts';

/** The changes of an import to the controls of a set. */
export interface ControlChanges {
  readonly added: readonly ControlTable[];
  /** Each with the row before the change. */
  readonly changed: readonly (readonly [before: ControlTable, after: ControlTable])[];
  readonly retired: readonly (readonly [before: ControlTable, after: ControlTable])[];
  readonly unchanged: number;
}

const isSame = (left: ControlTable, right: ControlTable): boolean =>
  left.position === right.position &&
  left.title === right.title &&
  left.description === right.description &&
  left.is_retired === right.is_retired;

/** Compares by name, so that a control keeps its id and with it its statuses. */
export const compareControls = (
  set: ControlSetRow,
  stored: readonly ControlTable[],
  file: ControlSetFile,
  change: Change,
): ControlChanges => {
  const byName = new Map(stored.map((row) => [row.name, row]));
  const [added, changed, retired]: [ControlTable[], [ControlTable, ControlTable][], [ControlTable, ControlTable][]] = [
    [],
    [],
    [],
  ];
  for (const [position, { name, title, description }] of file.controls.entries()) {
    const before = byName.get(name);
    byName.delete(name);
    const fields = { position, name, title, description: description ?? null, is_retired: false };
    if (before === undefined)
      added.push({
        tenant_id: set.tenant_id,
        control_id: randomUUID(),
        control_set_id: set.control_set_id,
        ...fields,
        ...change.created(),
      });
    else if (!isSame(before, { ...before, ...fields }))
      changed.push([before, { ...before, ...fields, ...change.modified(before) }]);
  }
  for (const before of byName.values())
    if (!before.is_retired) retired.push([before, { ...before, is_retired: true, ...change.modified(before) }]);
  return { added, changed, retired, unchanged: file.controls.length - added.length - changed.length };
};
