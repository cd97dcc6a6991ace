import { randomInt, randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix, MatrixExample } from '../../testing/matrix-example.ts';

/** Long enough that no response contains it by chance. */
const randomId = (): number => randomInt(1_000_000_000, 2_000_000_000);

const address = '/v1/workunitcommunications';
const activities = '/v1/workunitcommunicationactivities';

export const communicationsMatrix: AreaMatrix = {
  area: 'communications',
  async seed(database, tenantId) {
    const ids = {
      tenantId,
      communicationId: randomUUID(),
      activityId: randomUUID(),
      subscriberId: randomUUID(),
      deliveryId: randomUUID(),
      workUnitId: String(randomId()),
      otherWorkUnitId: String(randomId()),
    };
    await database.asOwner(
      `update cfs.tenants set internal_notification_email_address = 'ops@example.com' where tenant_id = $1`,
      [tenantId],
    );
    await database.asOwner(
      `insert into cfs.work_units (tenant_id, work_unit_id, internal_work_unit_id, title, severity, state, work_unit_type_id, created, created_by, modified, modified_by)
       select $1, id, gen_random_uuid(), 'Seeded by the matrix', 1, 2, 1, now(), 'matrix', now(), 'matrix'
       from unnest($2::bigint[]) id`,
      [tenantId, [ids.workUnitId, ids.otherWorkUnitId]],
    );
    await database.asOwner(
      `insert into cfs.work_unit_communications (tenant_id, work_unit_communication_id, title, service_manager, status, customer_assistance_required, created, created_by, modified, modified_by)
       values ($1, $2, 'Seeded by the matrix', 'manager@example.com', 1, false, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.communicationId],
    );
    await database.asOwner(
      `insert into cfs.work_unit_communication_activities (tenant_id, work_unit_communication_activity_id, work_unit_communication_id, activity_type, details, is_customer_facing, is_complete, created, created_by, modified, modified_by)
       values ($1, $2, $3, 1, 'Look into it', true, false, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.activityId, ids.communicationId],
    );
    await database.asOwner(
      `insert into cfs.work_unit_communication_work_units (tenant_id, work_unit_communication_id, work_unit_id, created, created_by)
       values ($1, $2, $3, now(), 'matrix')`,
      [tenantId, ids.communicationId, ids.workUnitId],
    );
    await database.asOwner(
      `insert into cfs.communication_subscribers (tenant_id, subscriber_id, address, state, requested, confirmed, created, created_by)
       values ($1, $2, $3, 2, now(), now(), now(), 'matrix')`,
      [tenantId, ids.subscriberId, `${ids.subscriberId}@example.com`],
    );
    await database.asOwner(
      `insert into cfs.subscriber_deliveries (tenant_id, delivery_id, subscriber_id, address, kind, state, subject, created)
       values ($1, $2, $3, 'somebody@example.com', 2, 1, 'From the matrix', now())`,
      [tenantId, ids.deliveryId, ids.subscriberId],
    );
    await database.asOwner(
      `delete from cfs.communication_subscribers where tenant_id = $1 and created_by <> 'matrix'`,
      [tenantId],
    );
    await database.asOwner(`delete from cfs.subscriber_settings where tenant_id = $1`, [tenantId]);
    await database.asOwner(`delete from cfs.status_pages where tenant_id = $1`, [tenantId]);
    return ids;
  },
  examples: [
    ...listExamples(address, ({ communicationId }) => `workUnitCommunicationId eq ${communicationId}`),
    ...listExamples(activities, ({ communicationId }) => `workUnitCommunicationId eq ${communicationId}`),
    ...listExamples('/v1/communicationSubscribers', ({ subscriberId }) => `subscriberId eq ${subscriberId}`),
    ...listExamples('/v1/subscriberDeliveries', ({ deliveryId }) => `deliveryId eq ${deliveryId}`),
    {
      route: 'GET /v1/communicationSubscribers',
      place: 'expand',
      request: ({ tenantId }) => ({
        url: `/v1/communicationSubscribers?$filter=tenant/tenantId eq ${tenantId}&$expand=tenant`,
      }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/subscriberDeliveries',
      place: 'expand',
      request: ({ tenantId }) => ({
        url: `/v1/subscriberDeliveries?$filter=tenant/tenantId eq ${tenantId}&$expand=tenant`,
      }),
      foreign: 'empty',
    },
    {
      route: 'DELETE /v1/communicationsubscribers/:subscriberId',
      place: 'path',
      request: ({ subscriberId }) => ({ url: `/v1/communicationsubscribers/${subscriberId}` }),
      allowed: 204,
      foreign: 404,
    },
    ...(['communicationsubscription', 'subscribersettings'] as const).flatMap((name): MatrixExample[] => [
      {
        route: `GET /v1/tenants/:tenantId/${name}`,
        place: 'path',
        request: ({ tenantId }) => ({ url: `/v1/tenants/${tenantId}/${name}` }),
        foreign: 404,
      },
      {
        route: `PUT /v1/tenants/:tenantId/${name}`,
        place: 'path',
        request: ({ tenantId }) => ({
          url: `/v1/tenants/${tenantId}/${name}`,
          body: name === 'subscribersettings' ? { allowsVisitors: true } : { isSubscribed: true },
        }),
        foreign: 404,
      },
    ]),
    {
      route: 'GET /v1/tenants/:tenantId/statuspage',
      place: 'path',
      request: ({ tenantId }) => ({ url: `/v1/tenants/${tenantId}/statuspage` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/tenants/:tenantId/statuspage',
      place: 'path',
      request: ({ tenantId }) => ({ url: `/v1/tenants/${tenantId}/statuspage`, body: { isPublic: true } }),
      foreign: 404,
    },
    {
      route: `GET ${address}`,
      place: 'expand',
      request: ({ workUnitId }) => ({
        url: `${address}?$filter=workUnits/any(u:u/workUnitId eq ${workUnitId})&$expand=tenant,workUnitCommunicationActivities,workUnits($expand=tenant)`,
      }),
      foreign: 'empty',
    },
    {
      route: `GET ${address}/:workUnitCommunicationId`,
      place: 'path',
      request: ({ communicationId }) => ({ url: `${address}/${communicationId}` }),
      foreign: 404,
    },
    {
      route: `PUT ${address}`,
      place: 'body',
      request: ({ tenantId }) => ({
        url: address,
        body: { title: 'From the matrix', serviceManager: 'manager@example.com', tenantId },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: `POST ${address}/:workUnitCommunicationId`,
      place: 'path',
      request: ({ communicationId }) => ({
        url: `${address}/${communicationId}`,
        body: { title: 'From the matrix' },
      }),
      foreign: 404,
    },
    {
      route: `POST ${address}/:workUnitCommunicationId/workUnits`,
      place: 'path',
      request: ({ communicationId, otherWorkUnitId }) => ({
        url: `${address}/${communicationId}/workUnits`,
        body: { workunitIds: [Number(otherWorkUnitId)] },
      }),
      foreign: 404,
    },
    {
      route: `DELETE ${address}/:workUnitCommunicationId/workUnits/:workunitId`,
      place: 'path',
      request: ({ communicationId, workUnitId }) => ({ url: `${address}/${communicationId}/workUnits/${workUnitId}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: `GET ${address}/:workUnitCommunicationId/internalNotifications`,
      place: 'path',
      request: ({ communicationId }) => ({ url: `${address}/${communicationId}/internalNotifications` }),
      foreign: 404,
    },
    {
      route: `GET ${address}/:workUnitCommunicationId/sendInternalNotification`,
      place: 'path',
      request: ({ communicationId }) => ({ url: `${address}/${communicationId}/sendInternalNotification` }),
      foreign: 404,
    },
    {
      route: `PUT ${activities}`,
      place: 'body',
      request: ({ communicationId }) => ({
        url: activities,
        body: { workUnitCommunicationId: communicationId, details: 'From the matrix' },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: `POST ${activities}/:workUnitCommunicationActivityId`,
      place: 'path',
      request: ({ activityId }) => ({ url: `${activities}/${activityId}`, body: { details: 'From the matrix' } }),
      foreign: 404,
    },
    {
      route: `DELETE ${activities}/:workUnitCommunicationActivityId`,
      place: 'path',
      request: ({ activityId }) => ({ url: `${activities}/${activityId}` }),
      allowed: 204,
      foreign: 404,
    },
  ],
};
