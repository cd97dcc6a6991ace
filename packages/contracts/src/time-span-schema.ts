import { z } from 'zod';
import { parseTimeSpan } from './time-span.ts';

/** A time span in wire form, at least one second. */
export const timeSpanSchema = z
  .string()
  .refine((text) => (parseTimeSpan(text) ?? 0) > 0, { error: 'Please enter a time span as HH:mm:ss or d.HH:mm:ss.' });
