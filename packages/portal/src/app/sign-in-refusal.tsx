import Alert from '@mui/material/Alert';
import { useSession } from '../lib/session/session-context.tsx';

/** Says why the server rejected the sign-in that was just completed, and what to do. */
export const SignInRefusal = () => {
  const session = useSession();
  return (
    <Alert severity="error">
      The server refused the sign-in: {session.refusal()} Please log in again and enter your password. If that does not
      help, log out at the identity provider, or close all windows of the browser, before you log in.
    </Alert>
  );
};
