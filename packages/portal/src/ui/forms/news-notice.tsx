import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';

interface NewsNoticeProps {
  /** Empty while there are none. */
  readonly news: string;
  readonly onReload: () => Promise<void>;
}

/** Says in a calm voice that somebody saved what is open, and offers to bring it in. */
export const NewsNotice = ({ news, onReload }: NewsNoticeProps) => {
  const [isReloading, setReloading] = useState(false);
  const reload = async (): Promise<void> => {
    setReloading(true);
    try {
      await onReload();
    } finally {
      setReloading(false);
    }
  };
  // Screen readers say what comes into a region that was there before, so it stays without news too.
  return (
    <Box role="status">
      {news !== '' && (
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
          {news}
        </Alert>
      )}
    </Box>
  );
};
