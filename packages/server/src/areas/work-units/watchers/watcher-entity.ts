import { defineEntity } from '../../../platform/odata/entity.ts';

/** A watcher of a unit; reached only through the unit. */
export const watcherEntity = defineEntity({
  name: 'WorkUnitWatcher',
  description: 'A person who is mailed what happens to a work unit.',
  set: 'workunitwatchers',
  table: 'work_unit_watchers',
  key: 'mail',
  keyColumn: 'mail',
  permission: 'WorkUnits:view',
  reach: 'visible',
  properties: {
    userId: { type: 'guid', sql: 'user_id' },
    mail: { type: 'string', sql: 'mail' },
    created: { type: 'dateTimeOffset', sql: 'created' },
  },
  edges: {},
});
