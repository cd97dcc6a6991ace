import Button from '@mui/material/Button';
import { isMissingScript } from '../lib/missing-scripts.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { useReload } from '../ui/feedback/use-reload.ts';

const missingScript = {
  title: 'Reload to open this screen',
  hint: 'It cannot be loaded: a newer version of the portal was installed, or the connection was lost.',
} as const;

const crash = (error: unknown) => ({
  title: 'This screen stopped working',
  hint: `${error instanceof Error ? error.message : ''} Reload the page; if it happens again, tell your administrator.`,
});

/** The error boundary of a screen that failed to load or render. */
export const CrashScreen = ({ error }: { readonly error: unknown }) => {
  const reload = useReload();
  return (
    <EmptyState
      isPage
      {...(isMissingScript(error) ? missingScript : crash(error))}
      action={
        <Button variant="contained" onClick={() => void reload()}>
          Reload
        </Button>
      }
    />
  );
};
