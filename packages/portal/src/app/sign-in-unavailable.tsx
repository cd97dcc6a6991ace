import Button from '@mui/material/Button';
import { EmptyState } from '../ui/feedback/empty-state.tsx';

export const SignInUnavailable = () => (
  <EmptyState
    isPage
    title="Sign-in is not available"
    hint="The server or its identity provider does not answer. Nothing is lost; try again in a moment."
    action={
      <Button variant="contained" onClick={() => window.location.reload()}>
        Try again
      </Button>
    }
  />
);
