import { describe, expect, test } from 'vitest';
import { completePlaceholder, matchingNames, openPlaceholder } from './placeholder-text.ts';

describe('the placeholder at the caret', () => {
  test.each([
    ['{{', 2, { start: 0, term: '' }],
    ['Unit {{Ti', 9, { start: 5, term: 'Ti' }],
    ['{{secret:api-key', 16, { start: 0, term: 'secret:api-key' }],
    ['{{Title}} and {{St', 18, { start: 14, term: 'St' }],
    ['{{Title}}', 4, { start: 0, term: 'Ti' }],
  ])('of %j at %i is open', (text, caret, expected) => {
    expect(openPlaceholder(text, caret)).toEqual(expected);
  });

  test.each([
    ['Title', 5],
    ['{Title', 6],
    ['{{Title}}', 9],
    ['{{Two words', 11],
  ])('of %j at %i is not', (text, caret) => {
    expect(openPlaceholder(text, caret)).toBeUndefined();
  });
});

test('sorts names that begin with the term first', () => {
  expect(matchingNames(['InternalWorkUnitId', 'WorkUnitId', 'State'], 'work')).toEqual([
    'WorkUnitId',
    'InternalWorkUnitId',
  ]);
});

test.each([
  ['Unit {{Ti', 9, 5, { text: 'Unit {{Title}}', caret: 14 }],
  ['{{Tixxx}} is down', 4, 0, { text: '{{Title}} is down', caret: 9 }],
  ['{{ is down', 2, 0, { text: '{{Title}} is down', caret: 9 }],
  ['{{Ti}} is down', 4, 0, { text: '{{Title}} is down', caret: 9 }],
  ['{"title":{{Ti}', 13, 9, { text: '{"title":{{Title}}}', caret: 18 }],
])('completing %j at %i', (text, caret, start, expected) => {
  expect(completePlaceholder(text, caret, start, 'Title')).toEqual(expected);
});
