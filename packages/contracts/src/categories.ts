import { z } from 'zod';
import { requiredText } from './text.ts';
import { severities, workUnitTypes, type Severity } from './work-unit-enumerations.ts';

const typeMessage = 'Please choose a work unit type.';

const categoryBody = z.strictObject({
  workUnitCategoryId: z.int32().nullish(),
  tenantId: z.guid().toLowerCase().nullish(),
  name: requiredText(200, 'Please enter a name.'),
  workUnitTypeId: z.literal(Object.values(workUnitTypes), { error: typeMessage }),
  isEnabled: z.boolean(),
  isVisibleInResolutionCenter: z.boolean(),
});
const modified = z.iso.datetime({ offset: true }).nullish();

/** Body of PUT /v1/workunitcategories; a null `tenantId` makes a category shared by every tenant. */
export const categoryCreateSchema = categoryBody.extend({
  isEnabled: z.boolean().default(true),
  isVisibleInResolutionCenter: z.boolean().default(false),
});

/**
 * Body of POST /v1/workunitcategories/{id}: absent fields are unchanged; with `modified`, 409 when the row has changed
 * since.
 */
export const categoryUpdateSchema = categoryBody.partial().extend({ modified });

const subcategoryBody = z.strictObject({
  workUnitSubcategoryId: z.int32().nullish(),
  workUnitCategoryId: z.int32({ error: 'Please choose a category.' }),
  name: requiredText(200, 'Please enter a name.'),
  isEnabled: z.boolean(),
});

/** Body of PUT /v1/workunitsubcategories. */
export const subcategoryCreateSchema = subcategoryBody.extend({ isEnabled: z.boolean().default(true) });

/** Body of POST /v1/workunitsubcategories/{id}: absent fields are unchanged; the category cannot be changed. */
export const subcategoryUpdateSchema = subcategoryBody.partial().extend({ modified });

/** Body of POST /v1/workunittypes/{id}: defaults of new units of the type, and whether it is offered. */
export const workUnitTypeUpdateSchema = z.strictObject({
  workUnitTypeId: z.int32().optional(),
  defaultSeverityId: z.enum(Object.keys(severities) as Severity[], { error: 'Please choose a severity.' }).nullish(),
  isHidden: z.boolean().optional(),
  modified,
});

export type WorkUnitTypeUpdate = z.infer<typeof workUnitTypeUpdateSchema>;
export type CategoryCreate = z.infer<typeof categoryCreateSchema>;
export type CategoryUpdate = z.infer<typeof categoryUpdateSchema>;
export type SubcategoryCreate = z.infer<typeof subcategoryCreateSchema>;
export type SubcategoryUpdate = z.infer<typeof subcategoryUpdateSchema>;

/** A category as returned by the API. */
export const categorySchema = z.object({
  workUnitCategoryId: z.int32(),
  name: z.string(),
  tenantId: z.guid().nullable(),
  workUnitTypeId: z.int32(),
  isEnabled: z.boolean(),
  isVisibleInResolutionCenter: z.boolean(),
  modified: z.iso.datetime(),
});

export type Category = Readonly<z.infer<typeof categorySchema>>;

/** A subcategory as returned by the API. */
export const subcategorySchema = z.object({
  workUnitSubcategoryId: z.int32(),
  workUnitCategoryId: z.int32(),
  name: z.string(),
  tenantId: z.guid().nullable(),
  isEnabled: z.boolean(),
  modified: z.iso.datetime(),
});

export type Subcategory = Readonly<z.infer<typeof subcategorySchema>>;
