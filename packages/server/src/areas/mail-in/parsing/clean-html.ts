import sanitizeHtml from 'sanitize-html';

/** Characters of HTML that are looked at; the rest is left out of the preview. */
export const htmlLimit = 262_144;

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

/** The HTML of a mail without anything that runs, loads or leads elsewhere: structure and text alone. */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html.slice(0, htmlLimit), {
    allowedTags,
    allowedAttributes: { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'svg', 'math', 'iframe'],
    parseStyleAttributes: false,
  }).trim();

/** The words of an HTML text. */
export const textOfHtml = (html: string): string =>
  sanitizeHtml(html.slice(0, htmlLimit), { allowedTags: [], allowedAttributes: {}, textFilter: (text) => text })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
