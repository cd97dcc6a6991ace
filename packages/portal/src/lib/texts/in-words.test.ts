import { expect, test } from 'vitest';
import { inWords } from './in-words.ts';

test.each([
  ['New', 'New'],
  ['OnHold', 'On hold'],
  ['TimesInARow', 'Times in a row'],
  ['GreaterThanOrEqual', 'Greater than or equal'],
  ['smallText', 'Small text'],
  ['SOCAlert', 'SOC alert'],
  ['WinX64', 'WinX64'],
  ['Sev0', 'Sev0'],
  ['', ''],
])('%s is %s in words', (name, words) => {
  expect(inWords(name)).toBe(words);
});
