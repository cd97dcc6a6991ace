import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { safeRequestUrl } from '../lib/session/request-url.ts';
import { useSession } from '../lib/session/session-context.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';

const unavailable = {
  title: 'Sign-in is not available',
  hint: 'The server or its identity provider does not answer. Nothing is lost; try again in a moment.',
};

/** Shown if the provider responds, but neither renews nor rejects the stored sign-in. */
const notRenewed = {
  title: 'The sign-in cannot be renewed',
  hint: 'The identity provider answers, but does not renew the sign-in. Nothing is lost; try again in a moment, or log in.',
};

/** Returns the URL of the page; on the login page, the URL that it returns to. */
const requestUrl = (): string => {
  const { pathname, search, hash } = window.location;
  return safeRequestUrl(new URLSearchParams(search).get('requestUrl') ?? pathname + search + hash);
};

/** Shown while a stored sign-in cannot be renewed. Offers a new sign-in if the provider responds. */
export const SignInUnavailable = () => {
  const session = useSession();
  const [canSignIn, setCanSignIn] = useState(false);
  useEffect(() => void session.canSignIn().then(setCanSignIn), [session]);
  return (
    <EmptyState
      isPage
      {...(canSignIn ? notRenewed : unavailable)}
      action={
        <>
          <Button variant="contained" onClick={() => window.location.reload()}>
            Try again
          </Button>
          {canSignIn && (
            <Button variant="outlined" onClick={() => void session.signIn(requestUrl())}>
              Login
            </Button>
          )}
        </>
      }
    />
  );
};
