import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

interface DraftNoticeProps {
  readonly message: string;
  readonly onDiscard: () => void;
}

/** The messages of restored drafts. */
export const draftMessages = {
  afterSignIn: 'What you typed before you signed in again was restored. It is not saved yet.',
  afterReload: 'What you typed before the page was reloaded was restored. It is not saved yet.',
} as const;

/** Reports that unsaved edits were restored, and offers to discard them. */
export const DraftNotice = ({ message, onDiscard }: DraftNoticeProps) => (
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
