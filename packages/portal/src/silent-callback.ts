import { UserManager } from 'oidc-client-ts';

// The page in the hidden frame only passes its URL to the window that opened it. This needs no settings.
void new UserManager({ authority: '', client_id: '', redirect_uri: '' }).signinSilentCallback();
