import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import type { ColumnControl } from './use-columns.ts';
import { useDensity } from '../grid/use-density.ts';

const label = { typography: { variant: 'body2' } } as const;

export interface RowDisplayOptionsProps {
  readonly columns: Pick<ColumnControl<never>, 'all' | 'show' | 'reset'>;
}

/** Row density and visible columns of a list. Memoized, so that polls do not re-render it. */
export const RowDisplayOptions = memo(function RowChoices({ columns }: RowDisplayOptionsProps) {
  const [density, setDensity] = useDensity();
  const shownCount = columns.all.filter((column) => column.isShown).length;
  return (
    <>
      <FormControlLabel
        label="Compact rows"
        slotProps={label}
        control={
          <Switch
            size="small"
            checked={density === 'compact'}
            onChange={(_, isCompact) => setDensity(isCompact ? 'compact' : 'normal')}
          />
        }
      />
      <Box component="fieldset" sx={{ display: 'flex', flexDirection: 'column', border: 0, m: 0, p: 0 }}>
        <Typography component="legend" variant="h3" sx={{ p: 0, mb: 1 }}>
          Columns
        </Typography>
        {columns.all.map(({ field, header, isShown }) => (
          <FormControlLabel
            key={field}
            label={header}
            slotProps={label}
            control={
              <Checkbox
                size="small"
                sx={{ p: 1 }}
                checked={isShown}
                disabled={isShown && shownCount === 1}
                onChange={(_, isChecked) => columns.show(field, isChecked)}
              />
            }
          />
        ))}
      </Box>
      <Button color="inherit" disabled={!columns.reset} onClick={columns.reset} sx={{ alignSelf: 'flex-start' }}>
        Reset columns
      </Button>
    </>
  );
});
