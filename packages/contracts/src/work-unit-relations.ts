import { z } from 'zod';
import { relationTypes, workUnitStates, type RelationType, type WorkUnitState } from './work-unit-enumerations.ts';

/** Maximum number of related entities per type (docs/reference/work-unit-relations.md#rules). */
export const relationLimit = 100;

const types = Object.keys(relationTypes) as RelationType[];

/** Maximum number of ancestors of a unit. */
export const ancestorLimit = 10;

/** Path parameters of DELETE /v1/workunits/{workUnitId}/relations/{referenceType}/{referenceId}. */
export const relationTypeSchema = z.enum(types, { error: `Must be one of ${types.join(', ')}.` });

/** A related entity, with its name where the caller may see it. */
export const relatedEntitySchema = z.object({
  referenceType: z.literal(types),
  referenceId: z.string(),
  created: z.iso.datetime(),
  /**
   * The title of a work unit, the label of a rule match, the name of a device or block; null when the entity no longer
   * exists.
   */
  label: z.string().nullable(),
  /** Of a work unit that exists. */
  workUnit: z
    .object({ publicWorkUnitId: z.int(), stateId: z.literal(Object.keys(workUnitStates) as WorkUnitState[]) })
    .optional(),
});

/** Answer of GET /v1/workunits/{workUnitId}/relations: newest first, at most 100 of each type. */
export const relatedEntitiesSchema = z.object({ value: z.array(relatedEntitySchema) });

export type RelatedEntity = Readonly<z.infer<typeof relatedEntitySchema>>;
