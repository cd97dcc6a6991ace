import { z } from 'zod';
import { parseBoundedJson } from './json-bounds.ts';
import { emptyDateThreshold } from './shell-texts.ts';

const storable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Text that PostgreSQL can store: well-formed Unicode without NUL, at most `max` UTF-16 code units long. The message
 * names the limit; chain a check before it for another message.
 */
export const text = (max: number) =>
  z
    .string()
    .max(max, `Must be at most ${max} characters.`)
    .refine(storable, 'Must not contain NUL or lone surrogates.');

/** Like {@link text}, but trimmed and not empty; `message` is reported for an empty or absent value. */
export const requiredText = (max: number, message: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.trim() : value),
    z
      .string({ error: (issue) => (issue.input === undefined || issue.input === null ? message : 'Must be text.') })
      .min(1, message)
      .max(max, `Must be at most ${max} characters.`)
      .refine(storable, 'Must not contain NUL or lone surrogates.'),
  );

const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** An ISO 8601 instant with offset, normalised to UTC with milliseconds. Years 0001 to 9999. */
export const instant = z.iso
  .datetime({ offset: true, error: 'Must be a time such as 2026-11-21T09:30:00.000Z.' })
  .transform((value) => new Date(value))
  .refine((value) => value.getTime() >= firstInstant && value.getTime() <= lastInstant, 'Must be a valid time.')
  .transform((value) => value.toISOString());

/** Like {@link instant}; a time before 2022 is treated as absent (docs/reference/conventions.md#values). */
export const plannedInstant = instant
  .transform((value) => (value < emptyDateThreshold ? null : value))
  .nullish()
  .transform((value) => value ?? null);

const mailAddress = z.email().max(320);

/** Whether a text is a single mail address. */
export const isMailAddress = (value: string): boolean => mailAddress.safeParse(value).success;

/** Text that is valid JSON within the usual bounds. */
export const jsonText = (max: number) =>
  text(max).refine((value) => {
    try {
      parseBoundedJson(value);
      return true;
    } catch {
      return false;
    }
  }, 'Must be JSON text.');
