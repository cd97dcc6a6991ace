import Skeleton from '@mui/material/Skeleton';
import { PreloadedProvider } from '../../../lib/api/preloaded-answers.tsx';
import { usePermissions } from '../../../lib/permissions.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { SidePanel } from '../../../ui/drawers/side-panel.tsx';
import { CreateWorkUnit } from './create-work-unit.tsx';
import { EditWorkUnit } from './edit-work-unit.tsx';
import type { UnitOrder } from './unit-order.ts';
import { useUnitPanel, type UnitNumber } from './unit-panel-query.ts';

interface WorkUnitPanelProps {
  /** The id of a unit, or `new`. */
  readonly openId: string;
  /** Which of the two ids it is, as named in the URL. */
  readonly openAs: UnitNumber;
  readonly onClose: () => void;
  /** The list next to the panel; absent if there is none. */
  readonly order?: UnitOrder | undefined;
}

/** Creates a work unit, or edits the one in the URL. */
export const WorkUnitPanel = ({ openId, openAs, onClose, order }: WorkUnitPanelProps) => {
  const mayCreate = usePermissions().has('WorkUnits:create');
  const isCreating = mayCreate && openId === 'new';
  const id = /^\d{1,10}$/.test(openId) ? openId : '0';
  const { row, preloaded, isPresent, error, retry } = useUnitPanel(openAs, id, !isCreating);
  if (isCreating) return <CreateWorkUnit onClose={onClose} />;
  if (row && preloaded)
    return (
      <PreloadedProvider preloaded={preloaded}>
        <EditWorkUnit
          key={row.workUnitId}
          workUnit={row}
          isPresent={isPresent}
          openAs={openAs}
          onClose={onClose}
          order={order}
        />
      </PreloadedProvider>
    );
  const isLoading = row === undefined && !error;
  if (isLoading && !order) return null;
  return (
    <SidePanel title={`Work Unit #${openId}`} isBeside={order !== undefined} onClose={onClose}>
      {isLoading ? (
        <Skeleton variant="rounded" height={240} />
      ) : error ? (
        <FailedState error={error} onRetry={retry} />
      ) : (
        <EmptyState
          title="No such work unit"
          hint="It belongs to a tenant that you cannot see, or its number is wrong."
        />
      )}
    </SidePanel>
  );
};
