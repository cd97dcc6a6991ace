import { randomInt, randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

const incident = { title: 'From the matrix', severityId: 'Sev2', workUnitTypeId: 1 };

/** A number long enough not to occur in a response by chance. */
const randomId = (): number => randomInt(1_000_000_000, 2_000_000_000);

export const workUnitsMatrix: AreaMatrix = {
  area: 'work-units',
  async seed(database, tenantId) {
    const ids = {
      tenantId,
      workUnitId: String(randomId()),
      internalWorkUnitId: randomUUID(),
      workUnitCategoryId: String(randomId()),
      attachmentId: randomUUID(),
      ruleMatchId: randomUUID(),
      otherWorkUnitId: String(randomId()),
      watcherId: randomUUID(),
      checklistItemId: randomUUID(),
      mergedWorkUnitId: String(randomId()),
    };
    const watcher = `watcher-${ids.watcherId}@example.com`;
    await database.asOwner(
      `insert into cfs.work_unit_categories (tenant_id, work_unit_category_id, name, work_unit_type_id, is_enabled, is_visible_in_resolution_center, created, created_by, modified, modified_by)
       values ($1, $2, 'Hardware', 1, true, true, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.workUnitCategoryId],
    );
    const intakeFormVersion = randomId();
    await database.asOwner(
      `insert into cfs.intake_forms (tenant_id, version, form, created, created_by)
       values ($1, $2, '{"schema":{}}', now(), 'matrix')`,
      [tenantId, intakeFormVersion],
    );
    await database.asOwner(
      `insert into cfs.work_units (tenant_id, work_unit_id, internal_work_unit_id, title, severity, state, work_unit_type_id, work_unit_category_id, intake_form_version, stakeholder_full_name, created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Seeded by the matrix', 1, 2, 1, $4, $5, 'A stakeholder', now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.workUnitId, ids.internalWorkUnitId, ids.workUnitCategoryId, intakeFormVersion],
    );
    await database.asOwner(
      `insert into cfs.work_units (tenant_id, work_unit_id, internal_work_unit_id, title, severity, state, work_unit_type_id, created, created_by, modified, modified_by)
       values ($1, $2, gen_random_uuid(), 'Related', 1, 2, 1, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.otherWorkUnitId],
    );
    await database.asOwner(
      `with note as (
         insert into cfs.work_unit_history (tenant_id, work_unit_id, detail, is_external_note, created, created_by)
         values ($1, $2, 'A note', true, now(), 'matrix') returning work_unit_history_id as id)
       insert into cfs.work_unit_attachments (tenant_id, attachment_id, work_unit_id, work_unit_history_id, file_name, media_type, size, sha256, created, created_by)
       select $1, $3, $2, id, 'a.txt', 'text/plain', 2, '', now(), 'matrix' from note`,
      [tenantId, ids.workUnitId, ids.attachmentId],
    );
    await database.asOwner(
      `insert into cfs.work_unit_attachment_parts (tenant_id, attachment_id, part, content) values ($1, $2, 0, 'hi')`,
      [tenantId, ids.attachmentId],
    );
    await database.asOwner(
      `insert into cfs.rule_matches (tenant_id, rule_match_id, rule_id, subject_id, label, created, first_match, last_match, expires, match_count, in_maintenance, completion_processed, modified)
       values ($1, $2, gen_random_uuid(), gen_random_uuid(), 'Hot', now(), now(), now(), now(), 1, false, false, now())`,
      [tenantId, ids.ruleMatchId],
    );
    await database.asOwner(
      `insert into cfs.work_unit_relations (tenant_id, work_unit_id, reference_type, reference_id, created)
       values ($1, $2, 1, $3, now())`,
      [tenantId, ids.workUnitId, ids.ruleMatchId],
    );
    await database.asOwner(
      `insert into cfs.people (tenant_id, user_id, mail, name, provider, created, created_by)
       values ('00000000-0000-0000-0000-000000000001', $1, $2, 'A watcher', 'matrix', now(), 'matrix')`,
      [ids.watcherId, watcher],
    );
    await database.asOwner(
      `insert into cfs.work_unit_watchers (tenant_id, work_unit_id, user_id, mail, created)
       values ($1, $2, $3, $4, now())`,
      [tenantId, ids.workUnitId, ids.watcherId, watcher],
    );
    await database.asOwner(
      `insert into cfs.work_unit_checklist_items (tenant_id, work_unit_id, checklist_item_id, position, text, is_done, created, created_by, modified, modified_by)
       values ($1, $2, $3, 0, 'To be done', false, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.workUnitId, ids.checklistItemId],
    );
    await database.asOwner(
      `insert into cfs.work_units (tenant_id, work_unit_id, internal_work_unit_id, title, severity, state, work_unit_type_id, created, created_by, modified, modified_by)
       values ($1, $2, gen_random_uuid(), 'Merged', 1, 7, 1, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.mergedWorkUnitId],
    );
    await database.asOwner(
      `insert into cfs.work_unit_merges (tenant_id, work_unit_id, target_id, state_before, created, created_by)
       values ($1, $2, $3, 2, now(), 'matrix')`,
      [tenantId, ids.mergedWorkUnitId, ids.otherWorkUnitId],
    );
    return ids;
  },
  examples: [
    ...listExamples('/v1/workunits', (ids) => `internalWorkUnitId eq ${ids['internalWorkUnitId']}`),
    {
      route: 'GET /v1/workunits',
      place: 'expand',
      request: (ids) => ({
        url: `/v1/workunits?$filter=internalWorkUnitId eq ${ids['internalWorkUnitId']}&$expand=tenant,category,relations`,
      }),
      foreign: 'empty',
    },
    {
      route: 'GET /:tenantId/workunits/index',
      place: 'path',
      request: (ids) => ({ url: `/${ids['tenantId']}/workunits/index?search=matrix` }),
      foreign: 403,
    },
    {
      route: 'PUT /v1/workunits/oldexperience',
      place: 'none',
      request: () => ({ url: '/v1/workunits/oldexperience' }),
      allowed: 204,
      foreign: 'same',
    },
    {
      route: 'DELETE /v1/workunits/oldexperience',
      place: 'none',
      request: () => ({ url: '/v1/workunits/oldexperience', body: { tenantIds: [] } }),
      allowed: 204,
      foreign: 'same',
    },
    {
      route: 'GET /v1/workunits/:workUnitId',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunits',
      place: 'body',
      request: (ids) => ({ url: '/v1/workunits', body: { ...incident, tenantId: ids['tenantId'] } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunits',
      place: 'body',
      request: (ids) => ({
        url: '/v1/workunits',
        body: { ...incident, workUnitCategoryId: Number(ids['workUnitCategoryId']) },
      }),
      allowed: 201,
      foreign: 400,
    },
    {
      route: 'PATCH /v1/workunits/:workUnitId',
      needs: 'WorkUnits:edit',
      place: 'path',
      request: (ids) => ({
        url: `/v1/workunits/${ids['workUnitId']}`,
        body: [
          { op: 'test', path: '/effort', value: null },
          { op: 'replace', path: '/effort', value: 3 },
        ],
      }),
      foreign: 404,
    },
    {
      route: 'GET /v1/workunits/GetWorkUnitHistoryRecords',
      place: 'parameter',
      request: (ids) => ({ url: `/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${ids['workUnitId']})` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/workunits/:workUnitId/intakeform',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/intakeform` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/workunits/:workUnitId/externalNotes',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/externalNotes` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunitnotes',
      place: 'body',
      request: (ids) => ({
        url: '/v1/workunitnotes',
        body: { workUnitId: Number(ids['workUnitId']), detail: 'From the matrix' },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/workunitnotes/callme/:workUnitId',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunitnotes/callme/${ids['workUnitId']}` }),
      foreign: 404,
    },
    {
      route: 'POST /v1/workunits/:workUnitId/presence',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/presence`, body: { mode: 'editing' } }),
      foreign: 404,
    },
    {
      route: 'POST /v1/workunits/batchpatch',
      place: 'body',
      request: (ids) => ({
        url: '/v1/workunits/batchpatch',
        body: [
          {
            workUnitId: Number(ids['workUnitId']),
            operations: [
              { op: 'test', path: '/effort', value: null },
              { op: 'replace', path: '/effort', value: 5 },
            ],
          },
        ],
      }),
      foreign: 404,
    },
    {
      route: 'GET /v1/workunits/panel',
      place: 'parameter',
      request: (ids) => ({ url: `/v1/workunits/panel?workUnitId=${ids['workUnitId']}` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/workunits/shippedViews',
      place: 'none',
      request: () => ({ url: '/v1/workunits/shippedViews' }),
      foreign: 'same',
    },
    {
      route: 'GET /v1/workunits/:workUnitId/watchers',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/watchers` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunits/:workUnitId/watch',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/watch`, body: {} }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/workunits/:workUnitId/watchers/:userId',
      needs: 'WorkUnits:edit',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/watchers/${ids['watcherId']}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'POST /v1/workunits/:workUnitId/merge',
      place: 'path',
      request: (ids) => ({
        url: `/v1/workunits/${ids['workUnitId']}/merge`,
        body: { targetId: Number(ids['otherWorkUnitId']) },
      }),
      foreign: 404,
    },
    {
      route: 'POST /v1/workunits/:workUnitId/unmerge',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['mergedWorkUnitId']}/unmerge`, body: {} }),
      foreign: 404,
    },
    {
      route: 'GET /v1/rc/workunits/:workUnitId/openable',
      place: 'path',
      request: (ids) => ({ url: `/v1/rc/workunits/${ids['otherWorkUnitId']}/openable` }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/workunits/:workUnitId/checklist',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/checklist` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunits/:workUnitId/checklist',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/checklist`, body: { text: 'From the matrix' } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/workunits/:workUnitId/checklist/:checklistItemId',
      place: 'path',
      request: (ids) => ({
        url: `/v1/workunits/${ids['workUnitId']}/checklist/${ids['checklistItemId']}`,
        body: { isDone: true },
      }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/workunits/:workUnitId/checklist/:checklistItemId',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/checklist/${ids['checklistItemId']}` }),
      allowed: 204,
      foreign: 404,
    },
    ...listExamples('/v1/messages', (ids) => `referenceId eq ${ids['ruleMatchId']}`),
    {
      route: 'GET /v1/workunits/:workUnitId/relations',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/relations` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunits/:workUnitId/relations',
      place: 'path',
      request: (ids) => ({
        url: `/v1/workunits/${ids['workUnitId']}/relations`,
        body: { referenceType: 'Message', referenceId: 'From the matrix' },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunits/:workUnitId/relations',
      place: 'body',
      request: (ids) => ({
        url: `/v1/workunits/${ids['workUnitId']}/relations`,
        body: { referenceType: 'WorkUnit', referenceId: ids['otherWorkUnitId'] },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunits/:workUnitId/relations',
      place: 'body',
      request: (ids) => ({
        url: `/v1/workunits/${ids['workUnitId']}/relations`,
        body: { referenceType: 'Parent', referenceId: ids['otherWorkUnitId'] },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'DELETE /v1/workunits/:workUnitId/relations/:referenceType/:referenceId',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/relations/RuleMatch/${ids['ruleMatchId']}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunits/:workUnitId/attachments',
      place: 'path',
      request: (ids) => ({
        url: `/v1/workunits/${ids['workUnitId']}/attachments?fileName=matrix.txt`,
        headers: { 'content-type': 'application/octet-stream' },
        body: 'From the matrix',
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'GET /v1/workunits/:workUnitId/attachments/:attachmentId',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/attachments/${ids['attachmentId']}` }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/workunits/:workUnitId/attachments/:attachmentId',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/attachments/${ids['attachmentId']}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'GET /api/generalLookup/approval',
      place: 'none',
      request: () => ({ url: '/api/generalLookup/approval?approverId=somebody@example.com' }),
      foreign: 'same',
    },
  ],
};
