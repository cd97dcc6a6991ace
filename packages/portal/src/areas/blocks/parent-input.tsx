import { useRows } from '../../lib/api/use-list.ts';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { blockSet, type BlockRow } from './block-row.ts';

/** The block that a block depends on: while it is down, actions about this one are suppressed. */
export const ParentInput = ({ blockId }: { readonly blockId: string }) => {
  const { data = [] } = useRows<Pick<BlockRow, 'blockId' | 'name'>>(blockSet, {
    select: 'blockId,name',
    orderBy: [{ field: 'name', direction: 'asc' }],
    top: 1_000,
  });
  return (
    <SearchInput
      name="parentEntityId"
      label="Depends on"
      options={data
        .filter((each) => each.blockId !== blockId)
        .map(({ blockId: value, name }) => ({ value, label: name }))}
      help="While that block is down, actions about this one are suppressed."
      wide
    />
  );
};
