import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ListControl } from '../../lib/lists/list-state.ts';

interface ExactMatchProps {
  readonly list: Pick<ListControl, 'search' | 'isExact' | 'setSearch'>;
}

/** Restricts the search to fields that equal its text. */
export const ExactMatch = ({ list: { search, isExact, setSearch } }: ExactMatchProps) => (
  <FormControlLabel
    label="Exact Match"
    slotProps={{ typography: { variant: 'body2', noWrap: true } }}
    control={
      <Checkbox
        size="small"
        sx={{ p: 1 }}
        checked={isExact}
        onChange={(_, isChecked) => setSearch(search, isChecked)}
      />
    }
  />
);
