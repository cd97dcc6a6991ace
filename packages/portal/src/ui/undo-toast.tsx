import Button from '@mui/material/Button';
import { closeSnackbar, enqueueSnackbar } from 'notistack';

/** Milliseconds in which a person can think better of it: longer than a toast that is only read. */
const undoTime = 12_000;

/** Says that something was done, with a button that takes it back as long as the toast stands. */
export const notifyWithUndo = (message: string, onUndo: () => void): void => {
  enqueueSnackbar(message, {
    variant: 'info',
    autoHideDuration: undoTime,
    action: (key) => (
      <Button
        color="inherit"
        onClick={() => {
          closeSnackbar(key);
          onUndo();
        }}
      >
        Undo
      </Button>
    ),
  });
};
