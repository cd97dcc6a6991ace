import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';

interface HomeSectionProps {
  readonly title: string;
  /** The path of the complete list, after the tenant. */
  readonly path?: string;
  readonly children: ReactNode;
}

export const HomeSection = ({ title, path, children }: HomeSectionProps) => {
  const headingId = useId();
  const screen = useScreenAddress();
  return (
    <Paper component="section" aria-labelledby={headingId} variant="outlined" sx={{ p: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', mb: 3 }}>
        <Typography id={headingId} variant="h2">
          {title}
        </Typography>
        {path !== undefined && (
          <MuiLink component={Link} to={screen(path)} variant="body2" aria-label={`${title}: show all`}>
            Show all
          </MuiLink>
        )}
      </Box>
      {children}
    </Paper>
  );
};
