import Button from '@mui/material/Button';
import { closeSnackbar, enqueueSnackbar } from 'notistack';

/** Says that something was done, with a button that takes it back as long as the toast stands. */
export const notifyWithUndo = (message: string, onUndo: () => void): void => {
  enqueueSnackbar(message, {
    variant: 'info',
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
