import type { KoaContextWithOIDC } from 'oidc-provider';
import { escapeHtml, makePage, type Page } from './page.ts';

/** Asks whether to sign out; submits the form at once if the portal started the sign-out, with an ID token hint. */
export function renderSignOut(portalOrigins: readonly string[]): (context: KoaContextWithOIDC, form: string) => void {
  return (context, form) => {
    const proven = context.oidc.params?.['id_token_hint'] !== undefined;
    const confirming = form.replace(
      '</form>',
      '<input type="hidden" name="logout" value="yes"><button>Sign out</button></form>',
    );
    send(
      context,
      makePage({
        title: 'Sign out',
        body: `<p>Sign out of the first-run provider?</p>${confirming}`,
        formTargets: portalOrigins,
        ...(proven ? { script: 'document.forms[0].submit();' } : {}),
      }),
    );
  };
}

/** Renders the page after a sign-out that names no address to return to. */
export function renderSignedOut(context: KoaContextWithOIDC): void {
  send(context, makePage({ title: 'Signed out', body: '<p>You are signed out.</p>' }));
}

/** Renders the error of a sign-in that cannot be reported by a redirect. */
export function renderFailure(
  context: KoaContextWithOIDC,
  { error, error_description: description }: { error: string; error_description?: string | undefined },
): void {
  send(context, failurePage(`${error}${description === undefined ? '' : `: ${description}`}`));
}

/** The page for a sign-in that cannot continue. */
export function failurePage(reason: string): Page {
  return makePage({
    title: 'This sign-in cannot continue',
    body: `<p>${escapeHtml(reason)}</p><p>Go back to the portal and sign in again.</p>`,
  });
}

function send(context: KoaContextWithOIDC, { html, headers }: Page): void {
  context.set(headers);
  context.body = html;
}
