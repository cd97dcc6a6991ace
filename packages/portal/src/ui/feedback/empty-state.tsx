import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  /** Why it is empty and what to do next. */
  readonly hint?: string | undefined;
  readonly action?: ReactNode;
  /** It stands in the place of a whole screen, so its title is the heading of the page. */
  readonly isPage?: boolean;
}

export const EmptyState = ({ title, hint, action, isPage = false }: EmptyStateProps) => (
  <Box
    role="status"
    sx={{
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 2,
      height: 1,
      p: 6,
      textAlign: 'center',
    }}
  >
    <Typography variant="h3" component={isPage ? 'h1' : 'p'}>
      {title}
    </Typography>
    {hint && (
      <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 420 }}>
        {hint}
      </Typography>
    )}
    {action}
  </Box>
);
