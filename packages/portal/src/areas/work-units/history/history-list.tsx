import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { HistoryEntry } from './history-entry.tsx';
import { HistoryFilter } from './history-filter.tsx';
import { groupHistory } from './history-groups.ts';
import { historyKindOf, type HistoryKind } from './history-kinds.ts';
import type { KnownHistory } from './merge-records.ts';
import { useOlderHistory } from './work-unit-history-queries.ts';

/** The number of entries that are rendered initially, and that each press of the button below them adds. */
const step = 50;

interface HistoryListProps {
  readonly workUnitId: number;
  readonly history: KnownHistory;
}

/** The stream of a unit, newest first, with filters by kind. Older records are loaded on demand. */
export const HistoryList = ({ workUnitId, history: { records: entries, hasOlder } }: HistoryListProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<HistoryKind>>(new Set());
  const [drawn, setDrawn] = useState(step);
  const wanted = useMemo(
    () => groupHistory(chosen.size === 0 ? entries : entries.filter((entry) => chosen.has(historyKindOf(entry)))),
    [entries, chosen],
  );
  const olderPage = useOlderHistory(workUnitId);
  const older = wanted.length - drawn;
  const drawMore = (): void => setDrawn((count) => count + step);
  return (
    <Box sx={{ mt: 3 }}>
      <HistoryFilter
        entries={entries}
        hasOlder={hasOlder}
        chosen={chosen}
        onChange={(kinds) => {
          setChosen(kinds);
          setDrawn(step);
        }}
      />
      {wanted.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          {hasOlder ? `None of the newest ${entries.length} records is of this kind.` : 'No records of this kind.'}
        </Typography>
      )}
      <Box component="ul" aria-label="Notes and history" sx={{ listStyle: 'none', m: 0, mt: 3, p: 0 }}>
        {wanted.slice(0, drawn).map((group) => (
          <HistoryEntry key={group.id} group={group} />
        ))}
      </Box>
      {hasOlder && (
        <Button
          disabled={olderPage.isPending}
          onClick={() => (older < step ? olderPage.mutate(undefined, { onSuccess: drawMore }) : drawMore())}
        >
          Show older
        </Button>
      )}
      {!hasOlder && older > 0 && (
        <Button onClick={drawMore}>
          Show {Math.min(step, older)} older of {older}
        </Button>
      )}
    </Box>
  );
};
