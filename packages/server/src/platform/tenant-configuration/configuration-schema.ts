import { z } from 'zod';
import type { ConfigurationPart } from './configuration-part.ts';

/** The version of the format, stated in every file. */
export const configurationVersion = 1;

/** Maximum number of items in one part. */
export const maxItems = 10_000;

/** Sorts the parts by key, each after those whose items it names. */
export const orderParts = (parts: readonly ConfigurationPart[]): readonly ConfigurationPart[] => {
  const ordered: ConfigurationPart[] = [];
  const visit = (part: ConfigurationPart): void => {
    if (ordered.includes(part)) return;
    for (const key of part.after) {
      const other = parts.find((each) => each.key === key);
      if (other) visit(other);
    }
    ordered.push(part);
  };
  parts.toSorted((left, right) => (left.key < right.key ? -1 : 1)).forEach(visit);
  return ordered;
};

/** The schema of the file: a version and the parts; an absent part stays unchanged. */
export const fileSchema = (parts: readonly ConfigurationPart[]) =>
  z
    .strictObject({
      version: z.literal(configurationVersion, `The version must be ${configurationVersion}.`),
      ...Object.fromEntries(
        orderParts(parts).map(({ key, form, schema }) => [
          key,
          (form === 'list' ? z.array(schema).max(maxItems, `Must be at most ${maxItems}.`) : schema).optional(),
        ]),
      ),
    })
    .describe('The configuration of a tenant; a part that is absent is left unchanged.');

/** The schema of the file as a JSON Schema, for editors. */
export const jsonSchemaOf = (parts: readonly ConfigurationPart[]): Record<string, unknown> => ({
  ...z.toJSONSchema(fileSchema(parts), { io: 'input', unrepresentable: 'any' }),
  title: 'Configuration of a tenant of CFS Portal',
});
