import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

interface DraftNoticeProps {
  readonly message?: string;
  readonly onDiscard: () => void;
}

const afterSignIn = 'What you typed before you signed in again is back. It is not saved yet.';

/** Reports that unsaved edits were restored, and offers to discard them. */
export const DraftNotice = ({ message = afterSignIn, onDiscard }: DraftNoticeProps) => (
  <Alert
    severity="info"
    sx={{ mb: 4 }}
    action={
      <Button color="inherit" onClick={onDiscard}>
        Discard
      </Button>
    }
  >
    {message}
  </Alert>
);
