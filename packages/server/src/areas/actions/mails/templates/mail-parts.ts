import type { CSSProperties, ReactElement, ReactNode } from 'react';
import type { MailFact, MailLink } from './mail-content.ts';
import { createElement as h } from './production-react.ts';

const text = '#1f2933';
const quiet = '#52606d';
const line = '#d9dee4';

const page: CSSProperties = { margin: 0, padding: '24px 12px', backgroundColor: '#f3f5f7' };
const sheet: CSSProperties = {
  maxWidth: 600,
  margin: '0 auto',
  padding: 24,
  color: text,
  backgroundColor: '#ffffff',
  border: `1px solid ${line}`,
  borderRadius: 8,
  fontFamily: 'Arial, Helvetica, sans-serif',
  fontSize: 14,
  lineHeight: 1.5,
};

/** The page of a mail: a sheet on a muted background, with an optional band that shows the kind of mail. */
export const MailPage = ({
  title,
  band,
  color,
  children,
}: {
  readonly title: string;
  readonly band?: string;
  readonly color?: string;
  readonly children?: ReactNode;
}): ReactElement =>
  h(
    'html',
    { lang: 'en' },
    h('head', null, h('meta', { charSet: 'utf-8' }), h('title', null, title)),
    h(
      'body',
      { style: page },
      h(
        'div',
        { style: { ...sheet, borderTop: `4px solid ${color ?? '#1976d2'}` } },
        band === undefined
          ? null
          : h('p', { style: { margin: '0 0 4px', color: color ?? quiet, fontWeight: 700 } }, band.toUpperCase()),
        h('h1', { style: { margin: '0 0 16px', fontSize: 20, lineHeight: 1.3 } }, title),
        children,
      ),
    ),
  );

/** A text with its line breaks; renders nothing for an empty text. */
export const MailText = ({ children }: { readonly children: string }): ReactElement | null =>
  children.trim() === ''
    ? null
    : h('p', { style: { margin: '0 0 16px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } }, children);

/** A table with one row per label and value; values keep their line breaks. */
export const MailFacts = ({ facts }: { readonly facts: readonly MailFact[] }): ReactElement | null =>
  facts.length === 0
    ? null
    : h(
        'table',
        { role: 'presentation', cellPadding: 0, cellSpacing: 0, style: { width: '100%', margin: '0 0 16px' } },
        h(
          'tbody',
          null,
          facts.map(([label, value], index) =>
            h(
              'tr',
              { key: index },
              h('th', { scope: 'row', style: { ...cell, width: 160, color: quiet, fontWeight: 400 } }, label),
              h('td', { style: { ...cell, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } }, value),
            ),
          ),
        ),
      );

const cell: CSSProperties = {
  padding: '6px 8px 6px 0',
  borderBottom: `1px solid ${line}`,
  textAlign: 'left',
  verticalAlign: 'top',
};

/** Links side by side. */
export const MailLinks = ({ links }: { readonly links: readonly MailLink[] }): ReactElement | null =>
  links.length === 0
    ? null
    : h(
        'p',
        { style: { margin: '0 0 16px' } },
        links.map(({ href, label }) =>
          h('a', { key: href, href, style: { color: '#1976d2', marginRight: 16, fontWeight: 700 } }, label),
        ),
      );
