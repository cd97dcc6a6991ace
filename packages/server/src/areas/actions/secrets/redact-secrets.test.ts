import { describe, expect, it } from 'vitest';
import { createRedaction } from './redact-secrets.ts';

const value = `pä"ss/w?rd & 'more' <x>\\`;
const whole = (values: readonly string[]) => {
  const redact = createRedaction(values);
  return (text: string): string => redact(text, text.length);
};
const redact = whole([value, 'Second-Value']);

describe('redaction', () => {
  it.each<[string, string]>([
    ['in plain text', value],
    ['in a query', new URL(`https://example.com/?key=${encodeURIComponent(value)}`).href.slice(25)],
    ['percent-encoded in lower case', encodeURIComponent(value).replaceAll(/%../g, (code) => code.toLowerCase())],
    ['in form encoding', new URLSearchParams({ a: value }).toString().slice(2)],
    ['in JSON', JSON.stringify(value).slice(1, -1)],
    [
      'in ASCII-only JSON',
      JSON.stringify(value)
        .slice(1, -1)
        .replace('ä', String.raw`\u00e4`),
    ],
    [
      'in HTML',
      value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ],
    ['in base64', Buffer.from(value).toString('base64').replace(/=*$/, '')],
    ['in another case', 'SECOND-value'],
  ])('removes a value %s', (_, form) => {
    expect(redact(`before ${form} after`)).toMatch(/^before \[secret\].{0,2} after$/);
  });

  it.each(['a', 'ab', 'abc'])('removes a value within longer base64, after %s', (before) => {
    const text = Buffer.from(`${before}:Second-Value:after`).toString('base64url');
    expect(redact(text)).toContain('[secret]');
    expect(Buffer.from(redact(text).replace('[secret]', ''), 'base64url').toString()).not.toContain('Second');
  });

  it('removes a value with line breaks in its form for headers', () => {
    expect(whole(['line one\nline two\n'])('X-Key: line one line two')).toBe('X-Key: [secret]');
  });

  it('replaces overlapping values once and leaves other text unchanged', () => {
    const both = whole(['abcdef', 'defghi']);
    expect(both('-abcdefghi-')).toBe('-[secret]-');
    expect(whole(['aaaa'])('aaaaaaa b')).toBe('[secret] b');
    expect(both('İstanbul ABCDEF')).toBe('İstanbul [secret]');
    expect(whole([])('nothing to hide')).toBe('nothing to hide');
  });

  it('truncates after a value that begins within the limit, and searches no further', () => {
    const cut = createRedaction(['Second-Value']);
    expect(cut('before Second-Value after', 10)).toBe('before [secret]');
    expect(cut('before Second-Value after', 7)).toBe('before ');
    expect(cut('before Second-Value after', 22)).toBe('before [secret] af');
    expect(cut('before', 22)).toBe('before');
  });

  it.each([
    ['é'.repeat(16_384), `${'x'.repeat(900)}${'é'.repeat(16_384)}`, `${'x'.repeat(900)}[secret]`],
    ['a'.repeat(16_384), 'a'.repeat(1_048_576), '[secret]'],
    [`${'a'.repeat(16_383)}b`, 'a'.repeat(1_048_576), 'a'.repeat(1_000)],
  ])('redacts the longest values in the longest response', (long, answer, expected) => {
    expect(createRedaction([long])(answer, 1_000)).toBe(expected);
  });
});
