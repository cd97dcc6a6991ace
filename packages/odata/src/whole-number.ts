import type { Input } from './input.ts';

const digits = /\d+/y;

/** Reads an integer from 0 to `Number.MAX_SAFE_INTEGER`. */
export function readWholeNumber(input: Input): number {
  digits.lastIndex = input.position;
  const text = digits.exec(input.text)?.[0] ?? input.unexpected('a number from 0');
  const value = Number(text);
  if (!Number.isSafeInteger(value)) input.fail('The number is too large.');
  input.position += text.length;
  return value;
}
