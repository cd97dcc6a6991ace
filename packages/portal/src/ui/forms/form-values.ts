import { pickFields } from '@cfs/contracts/stored-fields';
import type { z } from 'zod';

/** The properties of a row that are in the form's schema: the form's default values. */
export const formValues = <Schema extends z.ZodObject>(schema: Schema, row: object): z.input<Schema> =>
  pickFields(schema.shape, row) as z.input<Schema>;
