import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  /** The reason and the next step. */
  readonly hint?: string | undefined;
  readonly action?: ReactNode;
  /** It fills the whole screen: the title is the page heading. */
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
