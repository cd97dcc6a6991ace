import { controlStatusLabels, controlStatusNames, type ControlStatusName } from '@cfs/contracts/control-statuses';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ControlRow } from './control-set.ts';
import { StatusIcon } from './status-icon.tsx';
import { statusOf } from './use-status-filter.ts';

interface ChecklistSummaryProps {
  readonly controls: readonly ControlRow[];
  /** The status by which the controls are filtered. */
  readonly chosen: ControlStatusName | undefined;
  readonly onChoose: (status: ControlStatusName | undefined) => void;
}

/**
 * The number of controls with a record in the week, and the number of each status, which filters by it when clicked.
 */
export const ChecklistSummary = ({ controls, chosen, onChoose }: ChecklistSummaryProps) => {
  const counts = new Map<ControlStatusName, number>();
  for (const control of controls) counts.set(statusOf(control), (counts.get(statusOf(control)) ?? 0) + 1);
  const recorded = controls.filter(({ record }) => record !== null).length;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        fontSize: 13,
        minWidth: 0,
      }}
    >
      <Box component="strong" role="status" sx={{ mr: 1 }}>
        {recorded} of {controls.length} recorded
      </Box>
      <Box role="group" aria-label="Show by status" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {controlStatusNames
          .filter((status) => counts.has(status) || status === chosen)
          .map((status) => (
            <ButtonBase
              key={status}
              aria-pressed={status === chosen}
              onClick={() => onChoose(status === chosen ? undefined : status)}
              sx={{
                gap: 1,
                height: 28,
                px: 2,
                border: 1,
                borderColor: status === chosen ? 'primary.main' : 'divider',
                borderRadius: 1,
                font: 'inherit',
                bgcolor: status === chosen ? 'action.selected' : 'transparent',
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              <Box
                component="span"
                sx={({ tokens }) => ({
                  display: 'inline-flex',
                  p: '2px',
                  borderRadius: '50%',
                  backgroundColor: tokens.compliance[status].fill,
                  color: tokens.compliance[status].text,
                })}
              >
                <StatusIcon status={status} />
              </Box>
              {`${counts.get(status) ?? 0} ${controlStatusLabels[status]}`}
            </ButtonBase>
          ))}
      </Box>
    </Box>
  );
};
