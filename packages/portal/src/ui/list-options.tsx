import TuneIcon from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import type { ColumnControl } from './use-columns.ts';
import { useDensity } from './use-density.ts';

const label = { typography: { variant: 'body2' } } as const;

interface ListOptionsProps {
  readonly columns: Pick<ColumnControl<never>, 'all' | 'show' | 'reset'>;
  /** What else the menu offers; it stays alive while the menu is closed. */
  readonly children?: ReactNode;
}

/** The menu button of a list: its columns, how close its rows stand, and what else the screen puts there. */
export const ListOptions = ({ columns, children }: ListOptionsProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [density, setDensity] = useDensity();
  const shownCount = columns.all.filter((column) => column.isShown).length;
  return (
    <>
      <Tooltip title="List options">
        <IconButton
          ref={setAnchor}
          aria-label="List options"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
          sx={{ width: 32, height: 32 }}
        >
          <TuneIcon sx={{ fontSize: 20 }} />
        </IconButton>
      </Tooltip>
      <Popover
        open={isOpen}
        keepMounted
        anchorEl={anchor}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { variant: 'outlined', role: 'dialog', 'aria-label': 'List options' } }}
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, p: 4, minWidth: 232 }}>
          {children}
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
        </Box>
      </Popover>
    </>
  );
};
