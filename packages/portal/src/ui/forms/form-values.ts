import type { z } from 'zod';

/** The members of a row that the form's schema knows: what the form starts from and may send back. */
export const formValues = <Shape extends z.ZodRawShape, Row extends object>(
  schema: z.ZodObject<Shape>,
  row: Row,
): Pick<Row, keyof Row & keyof Shape> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in schema.shape)) as Pick<
    Row,
    keyof Row & keyof Shape
  >;
