import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { holdsRows } from './use-held-rows.ts';

interface WaitingRowsProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Says that rows have arrived which wait until the pointer leaves the list, and lets them in now. */
export const WaitingRows = ({ count, onShow }: WaitingRowsProps) => (
  <Box
    role="status"
    sx={{ position: 'absolute', bottom: 64, right: 0, left: 0, textAlign: 'center', pointerEvents: 'none' }}
  >
    {count > 0 && (
      <Button {...holdsRows} variant="contained" onClick={onShow} sx={{ pointerEvents: 'auto', boxShadow: 3 }}>
        Show {count} new
      </Button>
    )}
  </Box>
);
