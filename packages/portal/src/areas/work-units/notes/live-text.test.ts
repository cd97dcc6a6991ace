import { describe, expect, it } from 'vitest';
import { liveParts } from './live-text.ts';

const ann = { displayName: 'Ann Lie', mail: 'ann@example.org' };

describe('liveParts', () => {
  it('finds links, work units and people', () => {
    expect(liveParts('See https://example.org/a?b=1, #208 and @Ann Lie.', [ann])).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://example.org/a?b=1' },
      { kind: 'text', text: ', ' },
      { kind: 'work-unit', text: '#208' },
      { kind: 'text', text: ' and ' },
      { kind: 'mention', text: '@Ann Lie' },
      { kind: 'text', text: '.' },
    ]);
  });

  it.each([
    ['a bracket and a full stop after a link', '(https://example.org).', 'https://example.org'],
    ['brackets within a link', 'https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ])('finds the end of a link given %s', (_, text, link) => {
    expect(liveParts(text, []).find(({ kind }) => kind === 'link')?.text).toBe(link);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://example.org',
    'data:text/html,x',
    'a#208',
    'page#1',
    '#',
    '#12345678901',
    '#12a',
  ])('treats %s as plain text', (text) => {
    expect(liveParts(text, [])).toEqual([{ kind: 'text', text }]);
  });

  it('keeps every character', () => {
    const text = 'x #1#2 https://a https://b\n@nobody #3';
    expect(
      liveParts(text, [ann])
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
