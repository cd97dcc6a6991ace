import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';

interface NewerVersionNoticeProps {
  /** Empty while there is no newer version. */
  readonly message: string;
  readonly onReload: () => Promise<void>;
}

/** Announces a newer version of the open row, and offers to merge it. */
export const NewerVersionNotice = ({ message, onReload }: NewerVersionNoticeProps) => {
  const [isReloading, setReloading] = useState(false);
  const reload = async (): Promise<void> => {
    setReloading(true);
    try {
      await onReload();
    } finally {
      setReloading(false);
    }
  };
  // A live region must be mounted before its content changes, or screen readers do not announce it.
  return (
    <Box role="status">
      {message !== '' && (
        <Alert
          severity="info"
          role="presentation"
          sx={{ mb: 4, '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
          action={
            <Button color="inherit" disabled={isReloading} onClick={() => void reload()}>
              Reload
            </Button>
          }
        >
          {message}
        </Alert>
      )}
    </Box>
  );
};
