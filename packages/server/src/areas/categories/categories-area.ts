import type { Area } from '../../platform/services.ts';
import { categoriesConfiguration } from './categories-configuration.ts';
import { categoriesRoutes } from './categories-routes.ts';
import { categoryEntity } from './category-entity.ts';
import { subcategoryEntity } from './subcategory-entity.ts';
import { workUnitTypeEntity } from './work-unit-type-entity.ts';

export const categoriesArea: Area = {
  name: 'categories',
  entities: [workUnitTypeEntity, categoryEntity, subcategoryEntity],
  tables: {
    work_unit_categories: ['WorkUnitCategory'],
    work_unit_subcategories: ['WorkUnitSubcategory'],
    work_unit_types: ['WorkUnitType'],
  },
  routes: categoriesRoutes,
  configuration: categoriesConfiguration,
};
