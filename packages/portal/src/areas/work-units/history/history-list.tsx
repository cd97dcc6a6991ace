import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { HistoryEntry } from './history-entry.tsx';
import { HistoryFilter } from './history-filter.tsx';
import { groupHistory } from './history-groups.ts';
import { historyKindOf, type HistoryKind } from './history-kinds.ts';

/** So many entries are drawn at first, and more with each press of the button below them. */
const step = 50;

/** The stream of a unit, newest first, with filters by kind. */
export const HistoryList = ({ entries }: { readonly entries: readonly WorkUnitHistoryRecord[] }) => {
  const [chosen, setChosen] = useState<ReadonlySet<HistoryKind>>(new Set());
  const [drawn, setDrawn] = useState(step);
  const wanted = useMemo(
    () => groupHistory(chosen.size === 0 ? entries : entries.filter((entry) => chosen.has(historyKindOf(entry)))),
    [entries, chosen],
  );
  const older = wanted.length - drawn;
  return (
    <Box sx={{ mt: 3 }}>
      <HistoryFilter
        entries={entries}
        chosen={chosen}
        onChange={(kinds) => {
          setChosen(kinds);
          setDrawn(step);
        }}
      />
      {wanted.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          No records of this kind.
        </Typography>
      )}
      <Box component="ul" aria-label="Notes and history" sx={{ listStyle: 'none', m: 0, mt: 3, p: 0 }}>
        {wanted.slice(0, drawn).map((group) => (
          <HistoryEntry key={group.id} group={group} />
        ))}
      </Box>
      {older > 0 && (
        <Button onClick={() => setDrawn(drawn + step)}>
          Show {Math.min(step, older)} older of {older}
        </Button>
      )}
    </Box>
  );
};
