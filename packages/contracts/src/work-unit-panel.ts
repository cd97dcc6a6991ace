import { z } from 'zod';
import { personLookup } from './access.ts';
import { manualActionsSchema } from './manual-actions.ts';
import { serviceLevelClock } from './service-levels.ts';
import { relatedEntitySchema } from './work-unit-relations.ts';
import { workUnitHistoryRecordSchema } from './work-unit-notes.ts';

const workUnitNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'Must be the number of a work unit.')
  .transform(Number);

/** Query of GET /v1/workunits/panel: the unit by one of its numbers. */
export const workUnitPanelQuerySchema = z
  .object({ workUnitId: workUnitNumber.optional(), publicWorkUnitId: workUnitNumber.optional() })
  .refine(({ workUnitId, publicWorkUnitId }) => (workUnitId === undefined) !== (publicWorkUnitId === undefined), {
    error: 'Must name the work unit by either workUnitId or publicWorkUnitId.',
    path: ['workUnitId'],
  });

export type WorkUnitPanelQuery = z.output<typeof workUnitPanelQuerySchema>;

/** What the panel shows of a unit in addition to its own fields, as `$expand` of GET /v1/workunits. */
export const workUnitPanelExpand =
  'protocol,tenant,workUnitType,category,subcategory,watchers($select=userId,mail),checklist';

const foundPeopleSchema = z.object({
  /** Whether GET /api/people or GET /api/peopleandgroups finds them. */
  among: z.enum(['people', 'peopleandgroups']),
  searchTerm: z.string(),
  found: z.array(personLookup),
});

export type FoundPeople = Readonly<z.infer<typeof foundPeopleSchema>>;

/**
 * Answer of GET /v1/workunits/panel: all that the panel of a unit shows, each part as its own call returns it
 * (docs/reference/work-units.md#panel).
 */
export const workUnitPanelSchema = z.object({
  /** As GET /v1/workunits returns a row, with what `workUnitPanelExpand` names. */
  workUnit: z.looseObject({ workUnitId: z.int() }),
  /** As GetWorkUnitHistoryRecords: the newest page. */
  history: z.array(workUnitHistoryRecordSchema),
  /** As GET /v1/workunits/{workUnitId}/relations. */
  relations: z.array(relatedEntitySchema),
  /** As GET /v1/workunits/{workUnitId}/manualActions. */
  manualActions: manualActionsSchema,
  /** As GET /v1/workunits/{workUnitId}/serviceLevels. */
  serviceLevels: z.array(serviceLevelClock),
  /** As GET /v1/tenants/{tenantId} for the tenant of the unit. */
  tenant: z.looseObject({ tenantId: z.guid() }),
  /** As GET /v1/tenants/{tenantId}/assignmentGroups. */
  assignmentGroups: z.array(z.string()),
  /** The protocols that the unit may follow, by name; empty without the permission to view protocols. */
  protocols: z.array(z.object({ protocolId: z.guid(), name: z.string() })),
  /**
   * What a search for the assignee, the implementer and each approver finds; empty without the permission to view
   * people.
   */
  people: z.array(foundPeopleSchema),
});
