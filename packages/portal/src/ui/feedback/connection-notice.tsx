import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { formatMoment } from '../../lib/texts/dates.ts';

interface ConnectionNoticeProps {
  /** When the rows arrived, in milliseconds since the epoch; 0 or `undefined` if unknown. */
  readonly updatedAt: number | undefined;
  readonly onRetry: () => void;
}

/** The notice above stale rows while the server cannot be reached. */
export const ConnectionNotice = ({ updatedAt, onRetry }: ConnectionNoticeProps) => (
  <Alert
    severity="warning"
    sx={{ flexShrink: 0, py: 0, alignItems: 'center' }}
    action={
      <Button color="inherit" onClick={onRetry}>
        Try now
      </Button>
    }
  >
    The server cannot be reached. {updatedAt ? `These rows are from ${formatMoment(updatedAt)}; the` : 'The'} list
    continues automatically as soon as the connection is restored.
  </Alert>
);
