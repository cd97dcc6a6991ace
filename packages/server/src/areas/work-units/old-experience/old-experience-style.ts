/** The style of the pages of the old experience: the portal's colours, light or dark as the browser prefers. */
export const oldExperienceStyle = `
:root { color-scheme: light dark; --background: #f6f7f9; --paper: #fff; --text: #1b2330; --muted: #5a6678;
  --line: #dde2e9; --primary: #2f5bd7; --on-primary: #fff; --sev0: #b3142b; --on-sev0: #fff; --sev1: #c2410c; --on-sev1: #fff;
  --sev2: #f5b83d; --on-sev2: #1b2330; --sev3: #2b6cb0; --on-sev3: #fff; }
@media (prefers-color-scheme: dark) { :root { --background: #0f141b; --paper: #171e28; --text: #e6eaf0; --muted: #9aa7b8;
  --line: #2a3442; --primary: #8fb0ff; --on-primary: #0f141b; --sev0: #ff8a94; --on-sev0: #0f141b; --sev1: #ffa26b;
  --on-sev1: #0f141b; --sev2: #f5c95c; --on-sev2: #0f141b; --sev3: #8cc2ff; --on-sev3: #0f141b; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--background); color: var(--text);
  font: 14px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
header, form, nav { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; margin-bottom: 16px; }
header a { margin-left: auto; }
h1 { margin: 0; font-size: 20px; font-weight: 600; }
a { color: var(--primary); }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
label { display: flex; align-items: center; gap: 8px; color: var(--muted); }
input, select, button { height: 32px; padding: 0 8px; border: 1px solid var(--line); border-radius: 6px;
  background: var(--paper); color: var(--text); font: inherit; }
button { padding: 0 16px; border-color: var(--primary); background: var(--primary); color: var(--on-primary); cursor: pointer; }
.table { overflow-x: auto; margin-bottom: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 12px; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
td.title { min-width: 240px; white-space: normal; overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
th a { color: inherit; text-decoration: none; }
th a:hover { text-decoration: underline; }
.severity { display: inline-block; padding: 0 8px; border-radius: 10px; }
.Sev0 { background: var(--sev0); color: var(--on-sev0); } .Sev1 { background: var(--sev1); color: var(--on-sev1); }
.Sev2 { background: var(--sev2); color: var(--on-sev2); } .Sev3 { background: var(--sev3); color: var(--on-sev3); }
p { color: var(--muted); }
`;
