import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { formatMoment } from '../../lib/dates.ts';

interface ConnectionNoticeProps {
  /** When the rows below arrived, in milliseconds since 1970; 0 or `undefined` where that is not known. */
  readonly updatedAt: number | undefined;
  readonly onRetry: () => void;
}

/** Over rows that may be old, because the server cannot be reached at the moment. */
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
    continues by itself as soon as the connection is back.
  </Alert>
);
