import { describe, expect, it } from 'vitest';
import { createBoundedOutput } from './bounded-output.ts';
import { createRedactor } from './redact.ts';

const secret = 'not-to-be-seen+by/anybody';
const maxCharacters = 305;
/** Half of the limit, without the mark between the two ends. */
const half = 150;

const boundedOf = (text: string, chunkCharacters = text.length): { readonly text: string; readonly isCut: boolean } => {
  const output = createBoundedOutput(maxCharacters, createRedactor([secret]));
  for (let at = 0; at < text.length; at += chunkCharacters) output.add(text.slice(at, at + chunkCharacters));
  return { text: output.text(), isCut: output.truncated };
};

describe('bounded output', () => {
  it('is unchanged up to its limit', () => {
    const text = 'x'.repeat(2 * half);
    expect(boundedOf(text)).toEqual({ text, isCut: false });
    expect(boundedOf(`${text}y`)).toEqual({ text: `${'x'.repeat(half)}\n[…]\n${'x'.repeat(half - 1)}y`, isCut: true });
  });

  it.each([
    ['unencoded', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['base64-encoded', Buffer.from(secret).toString('base64')],
  ])('contains no part of a secret wherever it is cut: %s', (_title, form) => {
    for (const length of [2 * half + 1, 2 * half + 60, 1_000]) {
      for (let before = 0; before + form.length <= length; before += 1) {
        const text = `${'x'.repeat(before)}${form}${'y'.repeat(length - before - form.length)}`;
        const bounded = boundedOf(text, 97);
        expect(bounded.isCut).toBe(true);
        expect(bounded.text.length).toBeLessThanOrEqual(maxCharacters);
        expect(bounded.text).toMatch(/^x*\**y*\n\[…\]\nx*\**y*$/);
      }
    }
  });

  it('contains no part of a repeated secret', () => {
    for (const before of [0, 1, 10, 24]) {
      const { text } = boundedOf(`${'x'.repeat(before)}${secret.repeat(1_000)}`);
      expect(text).toMatch(/^x*\**\n\[…\]\n\**$/);
    }
  });
});
