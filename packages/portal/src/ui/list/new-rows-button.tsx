import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepsRowsFrozen } from './use-frozen-rows.ts';

interface NewRowsButtonProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Shows the number of withheld new rows while the list is frozen, and shows them on click. */
export const NewRowsButton = ({ count, onShow }: NewRowsButtonProps) => (
  <Box
    role="status"
    sx={{ position: 'absolute', bottom: 64, right: 0, left: 0, textAlign: 'center', pointerEvents: 'none' }}
  >
    {count > 0 && (
      <Button {...keepsRowsFrozen} variant="contained" onClick={onShow} sx={{ pointerEvents: 'auto', boxShadow: 3 }}>
        Show {count} new
      </Button>
    )}
  </Box>
);
