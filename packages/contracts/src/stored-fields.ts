import { z } from 'zod';

/** Fields of a body as they come back once stored: what may be left out is `null` then. */
export type StoredFields<Fields extends z.ZodRawShape> = {
  readonly [Name in keyof Fields]: Exclude<z.output<Fields[Name]>, undefined>;
};

type StoredTexts<Fields extends z.ZodRawShape> = {
  [Name in keyof Fields]: undefined extends z.output<Fields[Name]> ? z.ZodNullable<z.ZodString> : z.ZodString;
};

/** Schemas of text fields as they come back once stored, for an answer that a schema describes. */
export const storedTexts = <Fields extends z.ZodRawShape>(fields: Fields): StoredTexts<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      z.safeParse(field, undefined).success ? z.string().nullable() : z.string(),
    ]),
  ) as StoredTexts<Fields>;

/** The members of a row that are among the fields. */
export const pickFields = <Fields extends z.ZodRawShape, Row extends object>(
  fields: Fields,
  row: Row,
): Pick<Row, keyof Row & keyof Fields> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in fields)) as Pick<Row, keyof Row & keyof Fields>;
