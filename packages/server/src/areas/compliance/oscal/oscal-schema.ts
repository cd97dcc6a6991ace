import { z } from 'zod';

/** Maximum number of characters of an id, and of a pattern for ids: the time to match is the product of both. */
const idLength = 100;

const property = z.object({ name: z.string(), value: z.string(), class: z.string().optional() });
const properties = z.array(property).optional();

const part = z.object({
  name: z.string(),
  prose: z.string().optional(),
  props: properties,
  get parts(): z.ZodOptional<z.ZodArray<typeof part>> {
    return z.array(part).optional();
  },
});

const parameter = z.object({
  id: z.string(),
  label: z.string().optional(),
  values: z.array(z.string()).optional(),
  select: z.object({ 'how-many': z.string().optional(), choice: z.array(z.string()).optional() }).optional(),
});

const control = z.object({
  id: z.string().max(idLength),
  title: z.string(),
  params: z.array(parameter).optional(),
  props: properties,
  links: z.array(z.object({ href: z.string(), rel: z.string().optional() })).optional(),
  parts: z.array(part).optional(),
  get controls(): z.ZodOptional<z.ZodArray<typeof control>> {
    return z.array(control).optional();
  },
});

const group = z.object({
  params: z.array(parameter).optional(),
  controls: z.array(control).optional(),
  get groups(): z.ZodOptional<z.ZodArray<typeof group>> {
    return z.array(group).optional();
  },
});

/** The parts of an OSCAL catalogue that the import reads; everything else is ignored. */
export const oscalCatalogSchema = z.object({
  metadata: z.object({ title: z.string(), version: z.string().optional() }),
  params: z.array(parameter).optional(),
  controls: z.array(control).optional(),
  groups: z.array(group).optional(),
});

const selection = z.object({
  'with-child-controls': z.enum(['yes', 'no']).optional(),
  'with-ids': z.array(z.string()).optional(),
  matching: z.array(z.object({ pattern: z.string().max(idLength).optional() })).optional(),
});

/** The parts of an OSCAL profile that the import reads: its selection of controls, and their parameters. */
export const oscalProfileSchema = z.object({
  metadata: z.object({ title: z.string(), version: z.string().optional() }),
  imports: z
    .array(
      z.object({
        'include-controls': z.array(selection).optional(),
        'exclude-controls': z.array(selection).optional(),
      }),
    )
    .min(1, 'A profile needs at least one import.'),
  modify: z
    .object({
      'set-parameters': z
        .array(
          z.object({
            'param-id': z.string(),
            label: z.string().optional(),
            values: z.array(z.string()).optional(),
            select: parameter.shape.select,
          }),
        )
        .optional(),
    })
    .optional(),
});

export type OscalPart = z.infer<typeof part>;
export type OscalParameter = z.infer<typeof parameter>;
export type OscalControl = z.infer<typeof control>;
export type OscalGroup = z.infer<typeof group>;
export type OscalCatalog = z.infer<typeof oscalCatalogSchema>;
export type OscalProfile = z.infer<typeof oscalProfileSchema>;
export type OscalSelection = z.infer<typeof selection>;
