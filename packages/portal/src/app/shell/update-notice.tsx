import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useIsOutdated } from '../../lib/product-version.ts';
import { useReload } from '../../ui/feedback/use-reload.ts';
import { visuallyHidden } from '../../ui/text/visually-hidden.ts';

/** In the header of an open page that is older than the server: offers to reload it. */
export const UpdateNotice = () => {
  const isOutdated = useIsOutdated();
  const reload = useReload();
  // A live region must be mounted before its content changes, or screen readers do not announce it.
  return (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      {isOutdated && (
        <>
          <Typography variant="body2" noWrap sx={({ breakpoints }) => ({ [breakpoints.down('md')]: visuallyHidden })}>
            A newer version is installed
          </Typography>
          <Button
            size="small"
            variant="outlined"
            startIcon={<RefreshIcon />}
            title="Reload the page to use the newer version; what you typed in forms is kept"
            sx={{ flexShrink: 0 }}
            onClick={() => void reload()}
          >
            Reload
          </Button>
        </>
      )}
    </Box>
  );
};
