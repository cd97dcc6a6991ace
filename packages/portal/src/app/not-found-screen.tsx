import Link from '@mui/material/Link';
import { shellTexts } from '@cfs/contracts/shell-texts';
import Box from '@mui/material/Box';
import { useDocumentTitle } from '../lib/document-title.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';

export const NotFoundScreen = () => {
  useDocumentTitle(shellTexts.pageNotFound);
  return (
    <Box component="main" sx={{ height: '100vh', bgcolor: 'background.default', color: 'text.primary' }}>
      <EmptyState
        isPage
        title={shellTexts.pageNotFound}
        hint="There is no screen at this address."
        action={<Link href="/">Back to home</Link>}
      />
    </Box>
  );
};
