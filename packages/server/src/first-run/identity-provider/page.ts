import { randomBytes } from 'node:crypto';

/** An HTML page with the headers that it must be sent with. */
export interface Page {
  html: string;
  headers: Readonly<Record<string, string>>;
}

interface Content {
  title: string;
  /** HTML, in which untrusted text is already escaped. */
  body: string;
  /** Origins that its forms may lead to, including by redirects. */
  formTargets?: readonly string[];
  script?: string;
}

const styleSheet = `
  :root { color-scheme: light dark; --back: #f6f7f9; --paper: #fff; --text: #1b2330; --muted: #5a6678; --line: #d5dae2;
    --primary: #2f5bd7; --on-primary: #fff; --warn: #f5b83d; --on-warn: #1b2330; --bad: #b3142b; }
  @media (prefers-color-scheme: dark) { :root { --back: #0f141b; --paper: #171e28; --text: #e6eaf0; --muted: #9aa7b8;
    --line: #2c3644; --primary: #8fb0ff; --on-primary: #0f141b; --warn: #f5c95c; --on-warn: #0f141b; --bad: #ff8a94; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 16px; background: var(--back);
    color: var(--text); font: 14px/20px Inter, system-ui, sans-serif; }
  main { width: min(400px, calc(100vw - 32px)); background: var(--paper); border: 1px solid var(--line);
    border-radius: 6px; overflow: hidden; }
  .notice { padding: 12px 24px; background: var(--warn); color: var(--on-warn); font-weight: 600; }
  .content { padding: 24px; }
  h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; font-weight: 600; }
  p { margin: 0 0 16px; }
  label { display: block; margin-bottom: 4px; color: var(--muted); }
  input { width: 100%; height: 40px; margin-bottom: 16px; padding: 0 12px; font: inherit; color: inherit;
    background: var(--back); border: 1px solid var(--line); border-radius: 6px; }
  button { width: 100%; height: 40px; font: inherit; font-weight: 600; color: var(--on-primary);
    background: var(--primary); border: 0; border-radius: 6px; cursor: pointer; }
  :focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
  a { color: var(--primary); }
  .fault { color: var(--bad); font-weight: 600; }
  .hint { margin: 16px 0 0; padding-top: 16px; border-top: 1px solid var(--line); color: var(--muted); }
  code { font-family: 'JetBrains Mono', ui-monospace, monospace; color: var(--text); }
`;

/** Creates a page of the first-run provider: no external resources, inline code only with a nonce, never in a frame. */
export function makePage({ title, body, formTargets = [], script }: Content): Page {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${styleSheet}</style>
</head>
<body>
<main>
<div class="notice" role="note">First-run sign-in with demo users. Not for production: set OIDC_AUTHORITY there.</div>
<div class="content">
<h1>${escapeHtml(title)}</h1>
${body}
</div>
</main>
${script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`}
</body>
</html>
`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  };
}

/** Escapes text for HTML content and quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
