import Button from '@mui/material/Button';
import { EmptyState } from '../ui/feedback/empty-state.tsx';

/** The error boundary of a screen that failed to load or render. */
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
