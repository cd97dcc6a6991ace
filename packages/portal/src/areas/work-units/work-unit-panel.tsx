import { anyOf, equals } from '../../lib/api/odata-filter.ts';
import { useRow } from '../../lib/api/use-list.ts';
import { CreateWorkUnit } from './create-work-unit.tsx';
import { EditWorkUnit } from './edit-work-unit.tsx';
import { workUnitExpand, workUnitSet, type WorkUnitRow } from './work-unit-row.ts';

interface WorkUnitPanelProps {
  /** A work unit id, a public id, or `new`. */
  readonly openId: string;
  readonly onClose: () => void;
}

/** Creates a work unit, or edits the one that the address names. */
export const WorkUnitPanel = ({ openId, onClose }: WorkUnitPanelProps) => {
  const isCreating = openId === 'new';
  const id = /^\d{1,15}$/.test(openId) ? openId : undefined;
  const workUnit = useRow<WorkUnitRow>(
    workUnitSet,
    anyOf(equals('workUnitId', id), equals('publicWorkUnitId', id)),
    workUnitExpand,
  );
  if (isCreating) return <CreateWorkUnit onClose={onClose} />;
  return id && workUnit ? <EditWorkUnit key={workUnit.workUnitId} workUnit={workUnit} onClose={onClose} /> : null;
};
