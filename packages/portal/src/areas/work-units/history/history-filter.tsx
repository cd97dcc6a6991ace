import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { historyKindLabels, historyKindOf, historyKinds, type HistoryKind } from './history-kinds.ts';

interface HistoryFilterProps {
  readonly entries: readonly WorkUnitHistoryRecord[];
  /** Whether there may be older records; shown by a `+` after the counts. */
  readonly hasOlder: boolean;
  /** An empty set shows all. */
  readonly chosen: ReadonlySet<HistoryKind>;
  readonly onChange: (chosen: ReadonlySet<HistoryKind>) => void;
}

const toggled = (kinds: ReadonlySet<HistoryKind>, kind: HistoryKind): ReadonlySet<HistoryKind> =>
  new Set(historyKinds.filter((each) => kinds.has(each) !== (each === kind)));

/** Selects the kinds of records that are shown, with the number of records of each kind. */
export const HistoryFilter = ({ entries, hasOlder, chosen, onChange }: HistoryFilterProps) => (
  <Box role="group" aria-label="Kinds shown" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
    {historyKinds.map((kind) => {
      const isChosen = chosen.has(kind);
      const count = entries.filter((entry) => historyKindOf(entry) === kind).length;
      return (
        <Chip
          key={kind}
          component="button"
          clickable
          aria-pressed={isChosen}
          color={isChosen ? 'primary' : 'default'}
          variant={isChosen ? 'filled' : 'outlined'}
          // The lighter fill of a hovered or focused chip would leave its text too little contrast.
          sx={isChosen ? { '&&:hover, &&.Mui-focusVisible': { bgcolor: 'primary.main' } } : {}}
          label={`${historyKindLabels[kind]} (${count}${hasOlder ? '+' : ''})`}
          onClick={() => onChange(toggled(chosen, kind))}
        />
      );
    })}
  </Box>
);
