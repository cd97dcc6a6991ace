import { z } from 'zod';

/** One row of a key-value editor. */
export interface KeyValue {
  name: string;
  value: string;
}

/** The entries of a record as rows, in order. */
export const keyValuesOf = (record: Readonly<Record<string, unknown>> | null | undefined): KeyValue[] =>
  Object.entries(record ?? {}).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value ?? ''),
  }));

/** The rows of a key-value editor as a record; names are required and unique. */
export const keyValueRecord = z
  .array(z.object({ name: z.string().trim().min(1, 'Please enter a name.'), value: z.string() }))
  .superRefine((rows, check) => {
    for (const [index, { name }] of rows.entries()) {
      if (name !== '' && rows.findIndex((row) => row.name === name) < index)
        check.addIssue({ code: 'custom', path: [index, 'name'], message: `${name} is already used above.` });
    }
  })
  .transform((rows): Record<string, string> => Object.fromEntries(rows.map(({ name, value }) => [name, value])));
