import { createHash } from 'node:crypto';

/** The only style sheet of a status page: the portal's colours, in the colour scheme of the reader's machine. */
export const statusPageStyle = `
:root { color-scheme: light dark; --background: #f6f7f9; --paper: #fff; --text: #1b2330; --muted: #5a6678; --line: #dde2e9;
  --primary: #2f5bd7; --on-primary: #fff; --good: #1f7a4d; --bad: #b3142b; }
@media (prefers-color-scheme: dark) { :root { --background: #0f141b; --paper: #171e28; --text: #e6eaf0; --muted: #9aa7b8;
  --line: #2a3442; --primary: #8fb0ff; --on-primary: #0f141b; --good: #5fc795; --bad: #ff8a94; } }
* { box-sizing: border-box; }
body { max-width: 52rem; margin: 0 auto; padding: 24px 16px 48px; background: var(--background); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 24px; } h2 { margin: 32px 0 12px; font-size: 18px; } h3 { margin: 0; font-size: 16px; }
p { margin: 8px 0; } a { color: var(--primary); }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
.state { padding: 12px 16px; border: 1px solid var(--line); border-left: 4px solid var(--good); border-radius: 6px;
  background: var(--paper); font-weight: 600; }
.state.open { border-left-color: var(--bad); }
article, details { margin-bottom: 12px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 6px;
  background: var(--paper); }
article { border-left: 4px solid var(--bad); }
summary { cursor: pointer; } summary h3 { display: inline; }
.muted { color: var(--muted); font-size: 13px; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 4px 16px; margin: 12px 0 0; }
dt { color: var(--muted); } dd { margin: 0; white-space: pre-wrap; }
ul { margin: 12px 0 0; padding-left: 20px; white-space: pre-wrap; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: 8px; }
label { display: flex; flex-direction: column; gap: 4px; flex: 1 1 16rem; max-width: 24rem; }
input, button { min-height: 44px; padding: 0 12px; border: 1px solid var(--muted); border-radius: 6px;
  background: var(--paper); color: var(--text); font: inherit; }
button { padding: 0 24px; border-color: var(--primary); background: var(--primary); color: var(--on-primary); cursor: pointer; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 8px; } }
@media print { form, nav { display: none; } body { background: none; } }
`;

const styleHash = createHash('sha256').update(statusPageStyle).digest('base64');

/**
 * Permits no scripts and loads nothing. The style sheet is allowed by its hash, so that all visitors get the same
 * bytes; the form may only be submitted to the portal.
 */
export const statusPagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
