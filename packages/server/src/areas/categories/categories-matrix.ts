import { randomInt } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

/** Long enough that no response contains it by chance. */
const randomId = (): number => randomInt(1_000_000_000, 2_000_000_000);

export const categoriesMatrix: AreaMatrix = {
  area: 'categories',
  async seed(database, tenantId) {
    const [categoryId, subcategoryId] = [randomId(), randomId()];
    await database.asOwner(
      `insert into cfs.work_unit_categories (tenant_id, work_unit_category_id, name, work_unit_type_id, is_enabled, is_visible_in_resolution_center, created, created_by, modified, modified_by)
       values ($1, $2, 'Seeded by the matrix', 1, true, true, now(), 'matrix', now(), 'matrix')`,
      [tenantId, categoryId],
    );
    await database.asOwner(
      `insert into cfs.work_unit_subcategories (tenant_id, work_unit_category_id, work_unit_subcategory_id, name, is_enabled, created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Seeded by the matrix', true, now(), 'matrix', now(), 'matrix')`,
      [tenantId, categoryId, subcategoryId],
    );
    return { tenantId, workUnitCategoryId: String(categoryId), workUnitSubcategoryId: String(subcategoryId) };
  },
  examples: [
    ...listExamples('/v1/workunitcategories', (ids) => `workUnitCategoryId eq ${ids['workUnitCategoryId']}`),
    ...listExamples('/v1/workunitsubcategories', (ids) => `workUnitSubcategoryId eq ${ids['workUnitSubcategoryId']}`),
    ...listExamples('/v1/workunittypes', () => 'workUnitTypeId eq 1').map(
      (example) => ({ ...example, place: 'none', foreign: 'same' }) as const,
    ),
    {
      route: 'POST /v1/workunittypes/:workUnitTypeId',
      place: 'none',
      request: () => ({ url: '/v1/workunittypes/3', body: { defaultSeverityId: 'Sev2' } }),
      allowed: 403,
      foreign: 'same',
    },
    {
      route: 'PUT /v1/workunitcategories',
      place: 'body',
      request: (ids) => ({
        url: '/v1/workunitcategories',
        body: { name: 'From the matrix', workUnitTypeId: 1, tenantId: ids['tenantId'] },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/workunitcategories/:workUnitCategoryId',
      place: 'path',
      request: (ids) => ({
        url: `/v1/workunitcategories/${ids['workUnitCategoryId']}`,
        body: { name: 'From the matrix' },
      }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunitsubcategories',
      place: 'body',
      request: (ids) => ({
        url: '/v1/workunitsubcategories',
        body: { name: 'From the matrix', workUnitCategoryId: Number(ids['workUnitCategoryId']) },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/workunitsubcategories/:workUnitSubcategoryId',
      place: 'path',
      request: (ids) => ({
        url: `/v1/workunitsubcategories/${ids['workUnitSubcategoryId']}`,
        body: { name: 'From the matrix' },
      }),
      foreign: 404,
    },
    {
      route: 'GET /api/generalLookup/workunittypes',
      place: 'none',
      request: () => ({ url: '/api/generalLookup/workunittypes' }),
      foreign: 'same',
    },
    {
      route: 'GET /api/generalLookup/workunitcatgories',
      place: 'lookup',
      request: () => ({ url: '/api/generalLookup/workunitcatgories' }),
      foreign: 'empty',
    },
    {
      route: 'GET /api/generalLookup/workunitsubcatgories',
      place: 'lookup',
      request: () => ({ url: '/api/generalLookup/workunitsubcatgories' }),
      foreign: 'empty',
    },
  ],
};
