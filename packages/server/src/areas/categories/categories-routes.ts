import {
  categoryCreateSchema,
  categorySchema,
  categoryUpdateSchema,
  subcategoryCreateSchema,
  subcategorySchema,
  subcategoryUpdateSchema,
  workUnitTypeUpdateSchema,
} from '@cfs/contracts/categories';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { readEntity } from '../../platform/odata/read-entity.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { createCategory, updateCategory } from './write-categories.ts';
import { categoryEntity } from './category-entity.ts';
import { readCategoryLookup, readSubcategoryLookup, readTypeLookup } from './category-lookups.ts';
import { createSubcategory, updateSubcategory } from './write-subcategories.ts';
import { subcategoryEntity } from './subcategory-entity.ts';
import { updateWorkUnitType } from './update-work-unit-type.ts';
import { workUnitTypeEntity } from './work-unit-type-entity.ts';

const id = z
  .string()
  .regex(/^\d{1,10}$/, 'Must be a number.')
  .transform(Number)
  .pipe(z.int32('Must be a number.'));

const typesSchema = z.array(z.object({ workUnitTypeId: z.int32(), name: z.string() }));

/** Types, categories and subcategories of work units: lists, create, update, and the lookups of forms. */
export const categoriesRoutes = (app: App, services: Services): void => {
  listRoute(app, services, workUnitTypeEntity);
  listRoute(app, services, categoryEntity);
  listRoute(app, services, subcategoryEntity);

  app.post(
    '/v1/workunittypes/:workUnitTypeId',
    {
      config: {
        permission: 'WorkUnits.Types:edit',
        summary: 'Change the defaults of a type of work units',
        answers: { 200: workUnitTypeEntity },
      },
      schema: { params: z.object({ workUnitTypeId: id }), body: workUnitTypeUpdateSchema },
    },
    async ({ context, params: { workUnitTypeId }, body }, reply) => {
      await updateWorkUnitType(services, context, workUnitTypeId, body);
      const permission = 'WorkUnits.Types:edit';
      const text = await readEntity(services, context, workUnitTypeEntity, workUnitTypeId, { permission });
      if (text === undefined) throw notFound('WorkUnitType');
      return reply.type('application/json').send(text);
    },
  );

  app.put(
    '/v1/workunitcategories',
    {
      config: {
        permission: 'WorkUnits.Categories:create',
        summary: 'Create a category',
        answers: { 201: categoryEntity },
      },
      schema: { body: categoryCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createCategory(services, context, body)),
  );

  app.post(
    '/v1/workunitcategories/:workUnitCategoryId',
    {
      config: {
        permission: 'WorkUnits.Categories:edit',
        summary: 'Change a category',
        answers: { 200: categoryEntity },
      },
      schema: { params: z.object({ workUnitCategoryId: id }), body: categoryUpdateSchema },
    },
    ({ context, params, body }) => updateCategory(services, context, params.workUnitCategoryId, body),
  );

  app.put(
    '/v1/workunitsubcategories',
    {
      config: {
        permission: 'WorkUnits.Subcategories:create',
        summary: 'Create a subcategory',
        answers: { 201: subcategoryEntity },
      },
      schema: { body: subcategoryCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createSubcategory(services, context, body)),
  );

  app.post(
    '/v1/workunitsubcategories/:workUnitSubcategoryId',
    {
      config: {
        permission: 'WorkUnits.Subcategories:edit',
        summary: 'Change a subcategory',
        answers: { 200: subcategoryEntity },
      },
      schema: { params: z.object({ workUnitSubcategoryId: id }), body: subcategoryUpdateSchema },
    },
    ({ context, params, body }) => updateSubcategory(services, context, params.workUnitSubcategoryId, body),
  );

  const signedIn = { permission: 'signed-in' } as const;
  app.get(
    '/api/generalLookup/workunittypes',
    { config: { ...signedIn, summary: 'Types of work units to choose from', answers: { 200: typesSchema } } },
    ({ context }) => readTypeLookup(services, context),
  );
  app.get(
    '/api/generalLookup/workunitcatgories',
    { config: { ...signedIn, summary: 'Categories to choose from', answers: { 200: z.array(categorySchema) } } },
    ({ context }) => readCategoryLookup(services, context),
  );
  app.get(
    '/api/generalLookup/workunitsubcatgories',
    { config: { ...signedIn, summary: 'Subcategories to choose from', answers: { 200: z.array(subcategorySchema) } } },
    ({ context }) => readSubcategoryLookup(services, context),
  );
};
