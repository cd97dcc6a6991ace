import FilterListIcon from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { filterOfCondition, type ColumnFilter, type Condition } from '../../lib/lists/column-filter.ts';
import type { ListControl } from '../../lib/lists/list-state.ts';
import { lazyPart } from '../feedback/lazy-part.tsx';
import { FilterChip } from './filter-chip.tsx';

/** Loaded on first use: a list is rendered without it. */
const FilterEditor = lazyPart(async () => (await import('./filter-editor.tsx')).FilterEditor);

interface Editing {
  readonly anchor: HTMLElement;
  /** The index of the edited chip; the number of chips for a new one. */
  readonly index: number;
}

interface FilterBarProps {
  readonly filters: readonly ColumnFilter[];
  readonly list: Pick<ListControl, 'conditions' | 'setConditions'>;
  /** Called when the filter editor closes. */
  readonly onClosed?: (() => void) | undefined;
}

/** The filters of a list as chips that can be added, edited and removed. */
export const FilterBar = ({ filters, list, onClosed }: FilterBarProps) => {
  const { conditions, setConditions } = list;
  const [editing, setEditing] = useState<Editing>();
  const close = (): void => {
    setEditing(undefined);
    onClosed?.();
  };
  const apply = (index: number, condition: Condition): void => {
    close();
    setConditions(
      index < conditions.length
        ? conditions.map((old, at) => (at === index ? condition : old))
        : [...conditions, condition],
    );
  };
  return (
    <>
      <Button
        color="inherit"
        startIcon={<FilterListIcon />}
        aria-haspopup="dialog"
        onClick={(event) => setEditing({ anchor: event.currentTarget, index: conditions.length })}
      >
        Filter
      </Button>
      {conditions.map((condition, index) => {
        const filter = filterOfCondition(filters, condition);
        return (
          filter && (
            <FilterChip
              key={`${index} ${condition.path}`}
              filter={filter}
              condition={condition}
              onEdit={(anchor) => setEditing({ anchor, index })}
              onRemove={() => setConditions(conditions.filter((_, at) => at !== index))}
            />
          )
        );
      })}
      {conditions.length > 1 && (
        <Button color="inherit" onClick={() => setConditions([])}>
          Clear all
        </Button>
      )}
      {editing && (
        <Suspense>
          <FilterEditor
            anchor={editing.anchor}
            filters={filters}
            condition={conditions[editing.index]}
            onApply={(condition) => apply(editing.index, condition)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};
