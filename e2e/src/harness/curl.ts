import { parseArgs } from 'node:util';

// Replaces curl on machines without it; supports the options of the documented examples.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    get: { type: 'boolean', short: 'G' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    user: { type: 'string', short: 'u' },
    data: { type: 'string', short: 'd' },
    'data-urlencode': { type: 'string', multiple: true, default: [] },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w', default: '' },
  },
});

const query = values['data-urlencode'].map((pair) => {
  const at = pair.indexOf('=');
  return `${pair.slice(0, at)}=${encodeURIComponent(pair.slice(at + 1))}`;
});
const headers = new Headers(
  values.header.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  }),
);
if (values.user !== undefined) headers.set('authorization', `Basic ${Buffer.from(values.user).toString('base64')}`);

const answer = await fetch([positionals[0] ?? '', ...(query.length > 0 ? [query.join('&')] : [])].join('?'), {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers,
  ...(values.data !== undefined && { body: values.data }),
});
const text = await answer.text();
if (values.output === undefined) process.stdout.write(text);
process.stdout.write(values['write-out'].replace('%{http_code}', String(answer.status)));
