import { describe, expect, it } from 'vitest';
import { readOptions, UsageError } from './options.ts';

const required = ['--server', 'https://portal.example.com', '--data', 'agent'];
const keysOf = (...words: readonly string[]): readonly string[] =>
  readOptions([...words, ...required], {}).publisherKeys;

describe('publisher keys', () => {
  const plain = 'A'.repeat(43);
  const dashed = `-${'B'.repeat(42)}`;
  const twice = `--${'C'.repeat(41)}`;

  it('may begin with a dash, as a separate argument or joined to the option', () => {
    const words = [
      '--publisher-key',
      dashed,
      '--publisher-key',
      plain,
      `--publisher-key=${twice}`,
      '--publisher-key',
      twice,
    ];
    expect(keysOf(...words)).toEqual([dashed, plain, twice, twice]);
  });

  it.each([
    ['a key that is too short', ['--publisher-key', '-A']],
    ['another option in its place', ['--publisher-key', '--re-enrol']],
    ['the same option in its place', ['--publisher-key', '--publisher-key', plain]],
    ['an argument that belongs to no option', ['--publisher-key', plain, plain]],
  ])('are refused: %s', (_title, words) => {
    expect(() => keysOf(...words)).toThrow(UsageError);
  });

  it('are refused if the option is the last argument', () => {
    expect(() => readOptions([...required, '--publisher-key'], {})).toThrow(UsageError);
  });
});
