import type { z } from 'zod';

/** The properties of a row that are in the form's schema: the form's default values. */
export const formValues = <Shape extends z.ZodRawShape, Row extends object>(
  schema: z.ZodObject<Shape>,
  row: Row,
): Pick<Row, keyof Row & keyof Shape> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in schema.shape)) as Pick<
    Row,
    keyof Row & keyof Shape
  >;
