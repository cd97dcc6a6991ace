import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxFileBytes, readYaml } from './read-yaml.ts';
import { writeYaml } from './write-yaml.ts';

const faultsOf = (text: string): readonly string[] => {
  const read = readYaml(text);
  return 'faults' in read ? read.faults : [];
};

describe('reading untrusted YAML', () => {
  it.each([
    [
      'an alias',
      'a: &one 1\nb: *one\n',
      ['1:9: An anchor is not allowed.', '2:4: An alias is not allowed: write the value itself.'],
    ],
    ['a tag', 'a: !!binary aGk=\n', ['1:13: A tag is not allowed.']],
    ['a duplicate key', 'a: 1\nb: 2\na: 3\n', ['3:1: The key "a" occurs twice.']],
    ['a key that is not a text', '1: a\n? [x]\n: b\n', ['1:1: A key must be a text.', '2:3: A key must be a text.']],
    ['an infinite number', 'a: .inf\n', ['1:4: The number must be finite.']],
  ])('refuses %s', (_, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it('refuses a second document, an unknown directive and broken syntax with the line', () => {
    expect(faultsOf('a: 1\n---\nb: 2\n')[0]).toMatch(/^2:1: /);
    expect(faultsOf('%SPELL 1\n---\na: 1\n')[0]).toMatch(/^1:1: /);
    expect(faultsOf('a:\n  - b\n c: [\n')[0]).toMatch(/^[34]:\d+: /);
  });

  it('refuses aliases that would expand exponentially, without expanding them', () => {
    const levels = Array.from(
      { length: 40 },
      (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join()}]`,
    );
    expect(faultsOf(['a0: &a0 [x]', ...levels].join('\n'))).toHaveLength(21);
  });

  it.each([
    ['lists', '['.repeat(200_000)],
    ['closed lists', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['maps', '{a: '.repeat(10_000)],
    ['blocks', Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
  ])('refuses %s that are nested too deeply', (_, text) => {
    expect(faultsOf(text).length).toBeGreaterThan(0);
  });

  it('refuses a file that is too large', () => {
    expect(faultsOf('x'.repeat(maxFileBytes + 1))).toEqual([`1:1: The file has more than ${maxFileBytes} bytes.`]);
  });

  it('reads a map with many keys in linear time', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `k${at}: ${at}`).join('\n');
    expect(readYaml(text)).toHaveProperty('value');
  });

  it('keeps the key __proto__ as an own member', () => {
    const read = readYaml('__proto__:\n  polluted: true\n');
    expect('value' in read && Object.hasOwn(read.value as object, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('locates a member, or the nearest existing one', () => {
    const read = readYaml('a:\n  - b: 1\n    c:\n      - x\n');
    if (!('locate' in read)) throw new TypeError('There are faults.');
    expect(read.locate(['a', 0, 'c', 0])).toBe('4:9');
    expect(read.locate(['a', 0, 'c'])).toBe('3:5');
    expect(read.locate(['a', 0, 'missing'])).toBe('2:5');
    expect(read.locate([])).toBe('1:1');
  });

  it('reads back what was written, whatever the texts contain', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.boolean(),
        fc.integer(),
        fc.constant(null),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      map: fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 4 }),
    })).map;
    fc.assert(
      fc.property(value, (written) => {
        const text = writeYaml(written);
        const read = readYaml(text);
        if (!('value' in read)) throw new TypeError(`${JSON.stringify(written)}: ${read.faults.join(' ')}`);
        expect(read.value).toEqual(written);
        expect(writeYaml(read.value)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
