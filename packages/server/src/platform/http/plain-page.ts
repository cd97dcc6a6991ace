import { Html, html } from '../openapi/html.ts';

const style = `
:root { color-scheme: light dark; --background: #f6f7f9; --text: #1b2330; --primary: #2f5bd7; --on-primary: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --background: #0f141b; --text: #e6eaf0; --primary: #8fb0ff; --on-primary: #0f141b; } }
body { max-width: 32rem; margin: 15vh auto 0; padding: 16px; background: var(--background); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 22px; }
button { min-height: 44px; padding: 0 24px; border: 0; border-radius: 6px; background: var(--primary);
  color: var(--on-primary); font: inherit; cursor: pointer; }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
`;

/** The variable parts of a page of the server. */
export interface PlainPage {
  readonly title: string;
  readonly company: string;
  /** The nonce of the only style that the page may have. */
  readonly nonce: string;
}

/** The Content-Security-Policy: no scripts, nothing is loaded, only a style with the nonce and forms to this origin. */
export const plainPagePolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** A page of the server for visitors who are not signed in, without scripts. */
export const plainPage = ({ title, company, nonce }: PlainPage, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title} - ${company}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${new Html(style)}
        </style>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`.text;
