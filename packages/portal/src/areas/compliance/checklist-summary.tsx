import { controlStatusLabels, controlStatusNames } from '@cfs/contracts/control-statuses';
import Box from '@mui/material/Box';
import type { ControlRow } from './control-set.ts';
import { StatusIcon } from './status-icon.tsx';

/** How many controls have a record in the week, and how many have each status. */
export const ChecklistSummary = ({ controls }: { readonly controls: readonly ControlRow[] }) => {
  const counts = new Map<string, number>();
  for (const { record } of controls) if (record) counts.set(record.status, (counts.get(record.status) ?? 0) + 1);
  const recorded = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 4,
        rowGap: 1,
        fontSize: 13,
        minWidth: 0,
      }}
    >
      <strong>
        {recorded} of {controls.length} recorded
      </strong>
      {controlStatusNames
        .filter((status) => counts.has(status))
        .map((status) => (
          <Box key={status} component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
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
            {counts.get(status)} {controlStatusLabels[status]}
          </Box>
        ))}
    </Box>
  );
};
