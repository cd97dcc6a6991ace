import Box from '@mui/material/Box';
import type { Refusal } from './send-patches.ts';
import { unitCount } from './unit-count.ts';

/** Names each unit that an undo left as it is, and says why. */
export const LeftAlone = ({ refused }: { readonly refused: readonly Refusal[] }) => (
  <Box tabIndex={0} role="group" aria-label="Left alone" sx={{ maxHeight: '40vh', overflow: 'auto' }}>
    {unitCount(refused.length)} left alone:
    <Box component="ul" sx={{ m: 0, pl: 4 }}>
      {refused.map(({ patch: { unit }, reason }) => (
        <li key={unit.workUnitId}>
          #{unit.publicWorkUnitId} {unit.title}: {reason}
        </li>
      ))}
    </Box>
  </Box>
);
