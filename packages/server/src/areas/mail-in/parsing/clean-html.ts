import sanitizeHtml from 'sanitize-html';

/** The number of characters of HTML that are read, after removal of embedded files and styles; the rest is left out. */
export const htmlLimit = 262_144;
/** The number of characters of HTML that are searched for embedded files and styles. */
const strippedLimit = 8_388_608;

const embeddedFile = /data:[\w./+-]*;base64,[\w+/=\s%-]*/gi;

const withoutStyles = (html: string): string => {
  const [begin, end] = [/<style\b/gi, /<\/style/gi];
  const kept: string[] = [];
  let at = 0;
  for (let found = begin.exec(html); found; found = begin.exec(html)) {
    kept.push(html.slice(at, found.index));
    end.lastIndex = found.index;
    at = end.exec(html)?.index ?? html.length;
    begin.lastIndex = at;
  }
  return kept.join('') + html.slice(at);
};

/** Truncates HTML to the limit. Embedded files and styles, which may be long, are removed first and do not count. */
export const shortenHtml = (html: string): { readonly html: string; readonly isCut: boolean } => {
  if (html.length <= htmlLimit) return { html, isCut: false };
  const stripped = withoutStyles(html.slice(0, strippedLimit)).replaceAll(embeddedFile, 'data:,');
  return {
    html: stripped.slice(0, htmlLimit).toWellFormed(),
    isCut: stripped.length > htmlLimit || html.length > strippedLimit,
  };
};

const lineEnd = /<br\b[^<>]*>|<\/(?:div|li|tr)\s*>/gi;
const paragraphEnd = /<\/(?:p|h[1-6]|blockquote|pre|table|ul|ol)\s*>/gi;

const allowedTags = [
  ...[
    'a',
    'b',
    'blockquote',
    'br',
    'caption',
    'code',
    'dd',
    'div',
    'dl',
    'dt',
    'em',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
  ],
  ...['hr', 'i', 'li', 'ol', 'p', 'pre', 's', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot'],
  ...['th', 'thead', 'tr', 'u', 'ul'],
];

/** Sanitizes the shortened HTML of a mail: only structure and text, no scripts, external resources or links. */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'svg', 'math', 'iframe'],
    parseStyleAttributes: false,
  }).trim();

/** Converts shortened HTML to plain text with its line breaks and paragraphs. */
export const textOfHtml = (html: string): string =>
  sanitizeHtml(html.replaceAll(lineEnd, '$&\n').replaceAll(paragraphEnd, '$&\n\n'), {
    allowedTags: [],
    allowedAttributes: {},
    textFilter: (text) => text,
  })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
