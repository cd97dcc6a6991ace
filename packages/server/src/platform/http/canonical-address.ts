/**
 * The canonical form of a URL, applied before routing. `/api/v1/x` becomes `/v1/x`; trailing slashes are removed. Under
 * `/v1`, `x({id})` becomes `x/{id}`, `X()` becomes `X`, `X(a=1,b=2)` becomes `X?@a=1&@b=2` (OData parameter aliases),
 * and `%24` becomes `$`. What cannot be parsed is left unchanged and matches no route.
 */
export const canonicalAddress = (address: string): string => {
  const mark = address.indexOf('?');
  const path = mark === -1 ? address : address.slice(0, mark);
  const query = mark === -1 ? '' : address.slice(mark + 1);
  const short = withoutTrailingSlash(path.replace(/^\/api(?=\/v1(?:\/|$))/i, ''));
  if (!/^\/v1\//i.test(short)) return short === path ? address : join(short, query);
  if (!/[(%]/.test(short)) return short === path ? address : join(short, query);
  const calls = inlineCalls(short.replaceAll('%24', '$'));
  if (calls === undefined) return join(short, query);
  return join(withoutTrailingSlash(calls.path), [query, ...calls.parameters].filter((part) => part !== '').join('&'));
};

const join = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

const withoutTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

/** A character of a path and its index; `%28` counts as `(`. */
interface Mark {
  readonly character: string;
  readonly start: number;
  readonly end: number;
}

const decoded: Readonly<Record<string, string>> = {
  '%28': '(',
  '%29': ')',
  '%27': "'",
  '%2c': ',',
  '%3d': '=',
};

/** The delimiters of a path outside of quoted strings, in order, including the quotes. */
const delimiters = (path: string): Mark[] => {
  const marks: Mark[] = [];
  let quoted = false;
  for (const match of path.matchAll(/[()',=]|%(?:28|29|27|2c|3d)/gi)) {
    const character = decoded[match[0].toLowerCase()] ?? match[0];
    if (character === "'") quoted = !quoted;
    else if (!quoted) marks.push({ character, start: match.index, end: match.index + match[0].length });
  }
  return marks;
};

const inlineCalls = (path: string): { path: string; parameters: string[] } | undefined => {
  const parameters: string[] = [];
  let result = '';
  let from = 0;
  let opened: Mark | undefined;
  let inner: Mark[] = [];
  for (const mark of delimiters(path)) {
    if (mark.character === '(') {
      if (opened) return undefined;
      opened = mark;
      inner = [];
    } else if (mark.character !== ')') {
      inner.push(mark);
    } else {
      if (!opened || !/^(?:\/|$)/.test(path.slice(mark.end))) return undefined;
      result += path.slice(from, opened.start);
      const content = readArguments(path, opened.end, mark.start, inner);
      if (content === undefined) return undefined;
      if (content.key !== undefined) result += `/${content.key}`;
      parameters.push(...content.parameters);
      from = mark.end;
      opened = undefined;
    }
  }
  return opened ? undefined : { path: result + path.slice(from), parameters };
};

const readArguments = (
  path: string,
  start: number,
  end: number,
  marks: readonly Mark[],
): { key?: string; parameters: string[] } | undefined => {
  if (start === end) return { parameters: [] };
  if (!marks.some((mark) => mark.character === '=')) {
    return marks.length > 0 ? undefined : { key: asSegment(path.slice(start, end)), parameters: [] };
  }
  const parameters: string[] = [];
  let from = start;
  for (const comma of [...marks.filter((mark) => mark.character === ','), { start: end, end }]) {
    const equals = marks.find((mark) => mark.character === '=' && mark.start >= from && mark.end <= comma.start);
    const name = equals && path.slice(from, equals.start);
    if (!equals || !name || !/^[a-z_]\w*$/i.test(name)) return undefined;
    parameters.push(`@${name}=${asQueryValue(path.slice(equals.end, comma.start))}`);
    from = comma.end;
  }
  return { parameters };
};

/** A key without the quotes of a string; a slash inside does not end the segment. */
const asSegment = (key: string): string => {
  const text = key.replaceAll(/%27/g, "'");
  const string = /^'(.*)'$/.exec(text)?.[1]?.replaceAll("''", "'");
  return (string ?? text).replaceAll('/', '%2F');
};

/** Escapes characters that are allowed in a path but delimit values in a query. */
const asQueryValue = (value: string): string =>
  value.replaceAll('&', '%26').replaceAll('+', '%2B').replaceAll('#', '%23');
