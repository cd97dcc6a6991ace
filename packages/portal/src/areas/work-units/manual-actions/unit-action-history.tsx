import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import Button from '@mui/material/Button';
import { useOpenRow } from '../../../ui/drawers/use-open-row.ts';
import { ActionHistoryDrawer } from '../../actions/history/action-history-drawer.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

/** Opens the history of every action that ran for a unit, automatic or manual. */
export const UnitActionHistory = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => {
  const history = useOpenRow('history');
  const { internalWorkUnitId, publicWorkUnitId } = workUnit;
  const isOpen = history.openId === internalWorkUnitId;
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<HistoryIcon />}
        onClick={() => history.open(internalWorkUnitId)}
      >
        Action History
      </Button>
      <ActionHistoryDrawer
        of={isOpen ? { correlationId: internalWorkUnitId } : undefined}
        subject={`#${publicWorkUnitId}`}
        onClose={history.close}
      />
    </>
  );
};
