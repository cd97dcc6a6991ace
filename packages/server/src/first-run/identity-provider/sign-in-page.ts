import { demoAccounts } from './demo-accounts.ts';
import { escapeHtml, makePage, type Page } from './page.ts';

interface Options {
  /** The address that the form is posted to. */
  action: string;
  /** The text about the passwords. */
  hint: string;
  /** Origins that a completed sign-in may redirect to. */
  portalOrigins: readonly string[];
  /** The user name of the failed attempt, and the reason of the failure. */
  userName?: string;
  fault?: string;
}

/** The form that asks for a demo user's name and password. */
export function signInPage({ action, hint, portalOrigins, userName = '', fault }: Options): Page {
  const names = demoAccounts.map(({ userName: name }) => `<code>${name}</code>`).join(', ');
  const [focusName, focusPassword] = userName === '' ? [' autofocus', ''] : ['', ' autofocus'];
  return makePage({
    title: 'Sign in',
    formTargets: portalOrigins,
    body: `${fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(fault)}</p>`}
<form method="post" action="${escapeHtml(action)}">
<label for="userName">User</label>
<input id="userName" name="userName" value="${escapeHtml(userName)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="100" required${focusName}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${focusPassword}>
<button type="submit">Sign in</button>
</form>
<p class="hint">Users: ${names}<br>${escapeHtml(hint)}</p>`,
  });
}
