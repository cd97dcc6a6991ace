import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

export const LoadingScreen = ({ label = 'Loading' }: { readonly label?: string }) => (
  <Box
    sx={{
      display: 'flex',
      flexDirection: 'column',
      gap: 4,
      alignItems: 'center',
      justifyContent: 'center',
      height: 1,
      minHeight: 240,
    }}
  >
    <CircularProgress size={28} aria-label={label} />
  </Box>
);
