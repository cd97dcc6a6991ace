import type {
  Category,
  CategoryCreate,
  CategoryUpdate,
  Subcategory,
  SubcategoryCreate,
  SubcategoryUpdate,
  WorkUnitTypeUpdate,
} from '@cfs/contracts/categories';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import type { WorkUnitTypeRow } from './category.ts';

export const categorySet = '/v1/workunitcategories';
export const subcategorySet = '/v1/workunitsubcategories';
export const typeSet = '/v1/workunittypes';
export const categoryExpand = 'tenant($select=name),workUnitType($select=name)';

/**
 * Creates a row of a set, or updates the one with this id; invalidates lists and lookups. Resolves with the stored row.
 */
const useSaveTo = <Row, Values>(set: string) => {
  const refresh = useRefresh();
  return async (values: Values, id?: number): Promise<Row> => {
    const saved = await (id === undefined ? api.put<Row>(set, values) : api.post<Row>(`${set}/${id}`, values));
    await refresh(set, 'lookup');
    return saved;
  };
};

export const useSaveCategory = () => useSaveTo<Category, CategoryCreate | CategoryUpdate>(categorySet);
export const useSaveSubcategory = () => useSaveTo<Subcategory, SubcategoryCreate | SubcategoryUpdate>(subcategorySet);
export const useSaveType = () => useSaveTo<WorkUnitTypeRow, WorkUnitTypeUpdate>(typeSet);
