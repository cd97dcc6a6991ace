import { controlSetLimits, type ControlSetFile } from '@cfs/contracts/compliance';
import { z } from 'zod';
import { compact } from '../../platform/tenant-configuration/compact.ts';
import {
  listPart,
  type AreaConfiguration,
  type Reading,
} from '../../platform/tenant-configuration/configuration-part.ts';
import { checkedBy } from '../../platform/tenant-configuration/item-faults.ts';
import { orNull } from '../../platform/tenant-configuration/or-null.ts';
import { importControlSet } from './import-control-set.ts';
import { readControlSet } from './read-control-set.ts';
import { retireControlSet } from './retire-control-set.ts';

const description = z.string().max(controlSetLimits.descriptionLength).default('');

const itemSchema = z.strictObject({
  name: z.string().trim().min(1).max(controlSetLimits.titleLength),
  description,
  controls: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(controlSetLimits.nameLength),
        title: z.string().trim().min(1).max(controlSetLimits.titleLength),
        description,
      }),
    )
    .min(1)
    .max(controlSetLimits.controls),
});
type Item = z.output<typeof itemSchema>;

const read = async ({ db, tenantId }: Reading) => {
  const sets = await db
    .selectFrom('control_sets')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('is_retired', '=', false)
    .execute();
  const controls = await db
    .selectFrom('controls')
    .select(['control_set_id', 'name', 'title', 'description'])
    .where('tenant_id', '=', tenantId)
    .where('is_retired', '=', false)
    .orderBy('position')
    .execute();
  const bySet = Map.groupBy(controls, (row) => row.control_set_id);
  return sets.map((row) => ({ ...row, controls: bySet.get(row.control_set_id) ?? [] }));
};
type Row = Awaited<ReturnType<typeof read>>[number];

/** Control sets with their controls in the configuration of a tenant. */
export const complianceConfiguration: AreaConfiguration = {
  parts: [
    listPart<Row, Item, ControlSetFile>({
      key: 'controlSets',
      noun: 'control set',
      after: [],
      schema: itemSchema,
      nameOf: ({ name }) => name,
      read,
      toItem: (row) => ({
        name: row.name,
        ...compact({ description: row.description }),
        controls: row.controls.map(({ name, title, description: text }) => ({
          name,
          title,
          ...compact({ description: text }),
        })),
      }),
      toBody: (item) =>
        checkedBy(() =>
          readControlSet({
            name: item.name,
            description: orNull(item.description),
            controls: item.controls.map((each) => ({ ...each, description: orNull(each.description) })),
          }),
        ),
      async create({ services, context, tenantId }, body) {
        await importControlSet(services, context, body, tenantId);
      },
      async change({ services, context, tenantId }, _row, body) {
        await importControlSet(services, context, body, tenantId);
      },
      removal: {
        verb: 'retire',
        run: ({ services, context }, row) =>
          retireControlSet(services, context, row.control_set_id, row.modified.toISOString()),
      },
    }),
  ],
};
