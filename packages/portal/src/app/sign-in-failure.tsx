import Alert from '@mui/material/Alert';
import { useAddressQuery } from '../lib/address-query.ts';
import { incompleteSignIn, outdatedSignIn } from '../lib/session/session.ts';
import { useSession } from '../lib/session/session-context.tsx';

const withPassword = 'Please log in again and enter your password. If that does not help,';

/** The format of the error codes of OAuth 2.0 and OpenID Connect. The URL may contain any other text. */
const errorCode = /^[a-z][a-z_]{2,39}$/;

const messageOf = (reason: string | undefined, refusal: string | undefined): string => {
  if (refusal !== undefined)
    return `The server rejected the sign-in: ${refusal} ${withPassword} log out at the identity provider, or close all windows of the browser, before you log in.`;
  if (reason === outdatedSignIn)
    return `The identity provider signed you in without your password, and you entered it too long ago. ${withPassword} log out at the identity provider before you log in, and check the clock of this device.`;
  if (reason === 'access_denied')
    return 'The identity provider denied the sign-in (access_denied). Please try again, or contact your system administrator.';
  const incomplete = 'The sign-in was not completed. Please try again.';
  return reason !== undefined && reason !== 'yes' && errorCode.test(reason)
    ? `${incomplete} The identity provider reported: ${reason}.`
    : incomplete;
};

/** Shows why a sign-in failed, and what to do. */
export const SignInFailure = () => {
  const session = useSession();
  const [query] = useAddressQuery();
  return <Alert severity="error">{messageOf(query[incompleteSignIn], session.refusal())}</Alert>;
};
