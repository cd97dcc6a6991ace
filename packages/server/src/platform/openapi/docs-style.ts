/** The style of the documentation page, in the portal's colours; follows the system's colour scheme. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --background: light-dark(#F6F7F9, #0F141B);
  --paper: light-dark(#FFFFFF, #171E28);
  --text: light-dark(#1B2330, #E6EAF0);
  --muted: light-dark(#5A6678, #9AA7B8);
  --hairline: light-dark(#DDE2E9, #2A3442);
  --primary: light-dark(#2F5BD7, #8FB0FF);
  --read: light-dark(#1F7A4D, #6FD3A0);
  --write: light-dark(#2F5BD7, #8FB0FF);
  --delete: light-dark(#B3142B, #FF8A94);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--background); color: var(--text);
  font: 14px/1.5 'Inter Variable', system-ui, sans-serif;
}
a { color: var(--primary); text-decoration: none; }
a:hover, main a { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
code, pre { font: 12.5px/1.5 'JetBrains Mono Variable', ui-monospace, monospace; }
pre {
  margin: 4px 0 0; padding: 8px 12px; max-height: 360px; overflow: auto;
  background: var(--background); border: 1px solid var(--hairline); border-radius: 6px;
}
h1 { margin: 0; font-size: 20px; }
h2 { margin: 32px 0 8px; font-size: 16px; }
h3 { margin: 16px 0 4px; font-size: 13px; color: var(--muted); font-weight: 600; }
nav { position: fixed; inset: 0 auto 0 0; width: 232px; padding: 16px; overflow: auto; border-right: 1px solid var(--hairline); background: var(--paper); }
nav ul { margin: 16px 0 0; padding: 0; list-style: none; }
nav li a { display: flex; justify-content: space-between; padding: 4px 8px; border-radius: 6px; color: var(--text); }
nav li a:hover { background: var(--background); text-decoration: none; }
nav li span { color: var(--muted); font-variant-numeric: tabular-nums; }
main { margin-left: 232px; padding: 24px 32px 64px; max-width: 1160px; }
.about { margin: 0; color: var(--muted); }
details.operation, details.schema { margin-bottom: 4px; background: var(--paper); border: 1px solid var(--hairline); border-radius: 6px; }
details.operation > summary, details.schema > summary {
  display: flex; gap: 12px; align-items: baseline; padding: 8px 12px; cursor: pointer; list-style: none; flex-wrap: wrap;
}
details > div { padding: 0 12px 12px; }
details.inner > summary { cursor: pointer; color: var(--muted); }
.method { width: 52px; font-weight: 600; font-size: 12px; color: var(--write); }
.GET { color: var(--read); }
.DELETE { color: var(--delete); }
.path { overflow-wrap: anywhere; font-weight: 500; }
.says { color: var(--muted); margin-left: auto; text-align: right; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--hairline); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--muted); font-weight: 500; }
td:not(:last-child), th { white-space: nowrap; }
@media (max-width: 768px) {
  nav { position: static; width: auto; border-right: 0; border-bottom: 1px solid var(--hairline); }
  main { margin-left: 0; padding: 16px; }
  tr, td { display: block; }
  td:not(:last-child) { display: inline; margin-right: 8px; }
  td { padding: 0; border: 0; }
  tr { padding: 4px 0; border-bottom: 1px solid var(--hairline); }
  tr:has(th) { display: none; }
  .says { margin-left: 0; width: 100%; text-align: left; }
}
`;
