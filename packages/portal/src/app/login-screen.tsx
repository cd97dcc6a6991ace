import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { accessRequestFeature } from '@cfs/contracts/features';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { Suspense, useState } from 'react';
import { useAddressQuery } from '../lib/address-query.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useEnvironment } from '../lib/environment.ts';
import { safeRequestUrl } from '../lib/session/request-url.ts';
import { incompleteSignIn } from '../lib/session/session.ts';
import { useSession, useSessionStatus } from '../lib/session/session-context.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { EntrancePage } from './entrance-page.tsx';
import { Redirect } from './redirect.tsx';

const AccessRequestDrawer = lazyPart(
  async () => (await import('../areas/access-requests/access-request-drawer.tsx')).AccessRequestDrawer,
);

const SignInFailure = lazyPart(async () => (await import('./sign-in-failure.tsx')).SignInFailure);

/** A button that opens the access request form, for visitors who cannot sign in. */
const RequestAccess = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" size="large" onClick={() => setOpen(true)}>
        Request Access or Reset Account
      </Button>
      {isOpen && (
        <Suspense>
          <AccessRequestDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

interface LoginScreenProps {
  /** Whether the person is signed in without any grant. */
  readonly isDenied?: boolean;
}

export const LoginScreen = ({ isDenied = false }: LoginScreenProps) => {
  useDocumentTitle('Login');
  const session = useSession();
  const status = useSessionStatus();
  const { product, name, features } = useEnvironment();
  const [query] = useAddressQuery();
  const target = safeRequestUrl(query['requestUrl']);
  if (status === 'signed-in' && !isDenied) return <Redirect href={target} />;
  const login = async (): Promise<void> => {
    if (isDenied) await session.signOut('here');
    await session.signIn(target);
  };
  return (
    <EntrancePage>
      <div>
        <Typography variant="h1" sx={{ fontSize: 28 }}>
          {product}
        </Typography>
        <Typography color="textSecondary">{name}</Typography>
      </div>
      {(query[incompleteSignIn] ?? session.refusal()) && (
        <Suspense>
          <SignInFailure />
        </Suspense>
      )}
      {isDenied && <Alert severity="warning">{shellTexts.accessDenied}</Alert>}
      {status === 'redirecting' ? (
        <Typography role="status">{shellTexts.redirectingToLogin}</Typography>
      ) : (
        <>
          <Button variant="contained" size="large" onClick={() => void login()}>
            Login
          </Button>
          {features.has(accessRequestFeature) && <RequestAccess />}
        </>
      )}
    </EntrancePage>
  );
};
