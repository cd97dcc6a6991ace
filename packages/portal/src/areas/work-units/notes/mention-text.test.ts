import { describe, expect, test } from 'vitest';
import { mentionedIn, openMention, splitMentions } from './mention-text.ts';

const anna = { displayName: 'Anna Berg', mail: 'anna@contoso.example' };
const annaBergstrom = { displayName: 'Anna Bergström', mail: 'ab@contoso.example' };

describe('a mention that is being typed', () => {
  test.for([
    ['@', { start: 0, term: '' }],
    ['@an', { start: 0, term: 'an' }],
    ['Ask @Åse', { start: 4, term: 'Åse' }],
    ['Ask @Anna Be', { start: 4, term: 'Anna Be' }],
    ["two\n@O'Neil", { start: 4, term: "O'Neil" }],
  ] as const)('is found in %j', ([text, found]) => {
    expect(openMention(text, text.length)).toEqual(found);
  });

  test.for(['', 'anna', 'mail anna@contoso', '@Anna Berg was', '@anna\n', '@anna, '])('is not found in %j', (text) => {
    expect(openMention(text, text.length)).toBeUndefined();
  });

  test('ends at the caret, not at the end of the text', () => {
    expect(openMention('Ask @an about it', 7)).toEqual({ start: 4, term: 'an' });
    expect(openMention('Ask @an about it', 3)).toBeUndefined();
  });
});

describe('the people whom a note mentions', () => {
  test('are the picked ones whose names are still in the text', () => {
    expect(mentionedIn('Ask @Anna Berg', [anna, annaBergstrom, anna])).toEqual([anna]);
    expect(mentionedIn('Ask @Anna Bergström', [anna, annaBergstrom])).toEqual([annaBergstrom]);
    expect(mentionedIn('Ask anybody', [anna])).toEqual([]);
  });

  test('are matched by the longest name that fits', () => {
    const parts = splitMentions('@Anna Bergström and @Anna Berg, <b>now</b>', [anna, annaBergstrom]);
    expect(parts).toEqual([
      { text: '@Anna Bergström', isMention: true },
      { text: ' and ', isMention: false },
      { text: '@Anna Berg', isMention: true },
      { text: ', <b>now</b>', isMention: false },
    ]);
  });

  test('leave a note without mentions in one part', () => {
    expect(splitMentions('Ask @Anna Berg', [])).toEqual([{ text: 'Ask @Anna Berg', isMention: false }]);
    expect(splitMentions('', [anna])).toEqual([]);
  });
});
