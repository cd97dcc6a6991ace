import { searchDebounce } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { equals, type Filter } from '../../lib/api/odata-filter.ts';
import { useRow, useRows } from '../../lib/api/use-list.ts';
import { useDebounced } from '../../lib/timing/use-debounced.ts';
import type { FieldProps } from '../../ui/fields/field-frame.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { shownText } from '../../ui/fields/use-field.ts';
import { blockSet, type BlockRow } from './block-row.ts';

const optionsShown = 20;

type NamedBlock = Pick<BlockRow, 'blockId' | 'name'>;

interface BlockInputProps extends FieldProps {
  /** The id of a block that is not offered. */
  readonly except?: string;
  /** Restricts the blocks that are offered. */
  readonly filter?: Filter;
}

/** Selects a block of the tenant by a search on the server; the value is its id. */
export const BlockInput = ({ except, filter, ...props }: BlockInputProps) => {
  const { control } = useFormContext();
  const chosen = shownText(useWatch({ control, name: props.name }));
  const [typed, setTyped] = useState({ text: '', chosen });
  // Clears the search text once an option is chosen.
  const search = useDebounced(typed.chosen === chosen ? typed.text : '', searchDebounce);
  const { row: present } = useRow<NamedBlock>(blockSet, equals('blockId', chosen));
  const { data, isFetching, isError } = useRows<NamedBlock>(
    blockSet,
    {
      select: 'blockId,name',
      ...(filter !== undefined && { filter }),
      search: present?.name === search ? '' : search,
      orderBy: [{ field: 'name', direction: 'asc' }],
      top: optionsShown,
    },
    { keepsPreviousData: true },
  );
  const found = (data ?? []).filter(({ blockId }) => blockId !== except && blockId !== present?.blockId);
  return (
    <SearchInput
      {...props}
      onType={(text) => setTyped({ text, chosen })}
      isLoading={isFetching}
      hasFailed={isError}
      noOptionsText="No block found"
      options={[...(present ? [present] : []), ...found].map(({ blockId: value, name: label }) => ({ value, label }))}
    />
  );
};
