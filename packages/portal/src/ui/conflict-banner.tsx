import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

interface ConflictBannerProps {
  readonly detail: string;
  readonly onReload?: () => void;
  readonly onKeepMine?: () => void;
}

/** Says that somebody else changed the same thing, and offers the ways on. */
export const ConflictBanner = ({ detail, onReload, onKeepMine }: ConflictBannerProps) => (
  <Alert
    severity="warning"
    sx={{ mb: 4 }}
    action={
      onReload && (
        <>
          <Button color="inherit" onClick={onReload}>
            Reload
          </Button>
          <Button color="inherit" onClick={onKeepMine}>
            Keep my changes
          </Button>
        </>
      )
    }
  >
    {detail}
  </Alert>
);
