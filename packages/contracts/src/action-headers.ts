/** A header of an action, its value with placeholders. */
export interface ActionHeader {
  readonly name: string;
  readonly value: string;
}

/** Headers of the message framing or of the connection, which the HTTP client sets itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of a text with one `Name:Value` a line, by lower-case name; other lines are left out. */
export const headersIn = (lines: string | null | undefined): readonly ActionHeader[] =>
  (lines ?? '').split('\n').flatMap((line) => {
    const colon = line.indexOf(':');
    return colon <= 0 ? [] : [{ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }];
  });

/** The fault of the headers of an action; `undefined` when they are valid. */
export const headerFault = (lines: string): string | undefined => {
  if (lines.split('\n').some((line) => line.trim() !== '' && !/^[!#$%&'*+.^_`|~\w-]+:/.test(line)))
    return 'Please enter one header per line as Name:Value.';
  const names = headersIn(lines).map(({ name }) => name);
  const own = names.find((name) => ownHeaders.has(name));
  if (own !== undefined) return `The header ${own} is set automatically.`;
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  return repeated === undefined ? undefined : `The header ${repeated} occurs twice.`;
};
