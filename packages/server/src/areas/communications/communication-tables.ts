import type { Generated } from 'kysely';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { communicationActivityEntity } from './activities/communication-activity-entity.ts';
import type { CommunicationRow } from './communication-entity.ts';

/** The table cfs.work_unit_communications. */
export type CommunicationTable = Omit<CommunicationRow, 'public_work_unit_communication_id'> & {
  public_work_unit_communication_id: Generated<number>;
};

/** A row of cfs.work_unit_communication_activities. */
export type CommunicationActivityTable = EntityRow<typeof communicationActivityEntity> & { modified_by: string };

/** A row of cfs.work_unit_communication_work_units: a link to a unit of the same tenant. */
export interface CommunicationWorkUnitTable {
  tenant_id: string;
  work_unit_communication_id: string;
  work_unit_id: number;
  created: Date;
  created_by: string;
}

/** A row of cfs.internal_notifications: the last one of its communication. */
export interface InternalNotificationTable {
  tenant_id: string;
  work_unit_communication_id: string;
  notification_id: string;
  recipient: string;
  /** Why the mail failed permanently. */
  failure: string | null;
  created: Date;
  created_by: string;
}
