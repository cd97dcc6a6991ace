import Box from '@mui/material/Box';
import type { Refusal } from './send-patches.ts';
import { unitCount } from './unit-count.ts';

/** Lists the units that an undo did not change, each with the reason. */
export const SkippedUnits = ({ refused }: { readonly refused: readonly Refusal[] }) => (
  <Box tabIndex={0} role="group" aria-label="Skipped" sx={{ maxHeight: '40vh', overflow: 'auto' }}>
    {unitCount(refused.length)} skipped:
    <Box component="ul" sx={{ m: 0, pl: 4 }}>
      {refused.map(({ patch: { unit }, reason }) => (
        <li key={unit.workUnitId}>
          #{unit.publicWorkUnitId} {unit.title}: {reason}
        </li>
      ))}
    </Box>
  </Box>
);
