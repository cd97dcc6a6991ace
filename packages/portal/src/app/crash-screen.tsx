import Button from '@mui/material/Button';
import { EmptyState } from '../ui/feedback/empty-state.tsx';

/** A screen that failed to load or to draw; the rest of the portal stays usable. */
export const CrashScreen = ({ error }: { readonly error: unknown }) => (
  <EmptyState
    isPage
    title="This screen stopped working"
    hint={`${error instanceof Error ? error.message : ''} Reload the page; if it happens again, tell your administrator.`}
    action={
      <Button variant="contained" onClick={() => window.location.reload()}>
        Reload
      </Button>
    }
  />
);
