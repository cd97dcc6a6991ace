import { UserManager } from 'oidc-client-ts';

// The page inside the hidden frame only hands its address to the window that opened it; no settings are needed for that.
void new UserManager({ authority: '', client_id: '', redirect_uri: '' }).signinSilentCallback();
