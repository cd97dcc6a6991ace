import type { ResolutionCenterRequest } from '@cfs/contracts/resolution-center';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { readCategoryLookup, readSubcategoryLookup } from '../categories/category-lookups.ts';

/**
 * Checks that the Resolution Center offers the service and need. Otherwise an end user who sends the id of another one
 * could read its name in a list.
 *
 * @throws 400 for a service or need that is not offered.
 */
export const expectOffered = async (
  services: Services,
  context: Context,
  { workUnitCategoryId, workUnitSubcategoryId }: ResolutionCenterRequest,
): Promise<void> => {
  if (workUnitCategoryId === null) return;
  const categories = await readCategoryLookup(services, context);
  const isOffered = categories.some(
    (category) =>
      category.workUnitCategoryId === workUnitCategoryId &&
      category.isVisibleInResolutionCenter &&
      category.workUnitTypeId === workUnitTypes.Incident,
  );
  if (!isOffered) throw invalid({ WorkUnitCategoryId: ['Please choose a service that is offered.'] });
  if (workUnitSubcategoryId === null) return;
  const needs = await readSubcategoryLookup(services, context);
  const isNeed = needs.some(
    (need) => need.workUnitSubcategoryId === workUnitSubcategoryId && need.workUnitCategoryId === workUnitCategoryId,
  );
  if (!isNeed) throw invalid({ WorkUnitSubcategoryId: ['Please choose a need of the service.'] });
};
