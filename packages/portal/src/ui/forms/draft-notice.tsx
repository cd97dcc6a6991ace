import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

/** Reports that unsaved edits were restored, and offers to discard them. */
export const DraftNotice = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <Alert
    severity="info"
    sx={{ mb: 4 }}
    action={
      <Button color="inherit" onClick={onDiscard}>
        Discard
      </Button>
    }
  >
    What you typed before you signed in again is back. It is not saved yet.
  </Alert>
);
