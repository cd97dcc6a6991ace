import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import { PageBody } from './page-body.tsx';

interface PageProps {
  readonly title: string;
  readonly help?: string | undefined;
  /** Right of the title. */
  readonly aside?: ReactNode;
  /** Leaves room for a panel beside the screen. */
  readonly hasPanelBeside?: boolean;
  readonly children: ReactNode;
}

/** A screen with a title; sets the document title. */
export const Page = ({ title, help, aside, hasPanelBeside = false, children }: PageProps) => {
  useDocumentTitle(title);
  return (
    <PageBody hasPanelBeside={hasPanelBeside}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32, flexShrink: 0 }}>
        <Typography variant="h1">{title}</Typography>
        {help && (
          <Tooltip title={help}>
            <IconButton aria-label={`Help: ${help}`} sx={{ color: 'text.secondary' }}>
              <HelpOutlineIcon sx={{ fontSize: 18 }} />
            </IconButton>
          </Tooltip>
        )}
        <Box
          sx={{
            ml: 'auto',
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'end',
            gap: 2,
            '& > *': { flexShrink: 0, maxWidth: 1 },
          }}
        >
          {aside}
        </Box>
      </Box>
      {children}
    </PageBody>
  );
};
