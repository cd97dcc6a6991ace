import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../grid/data-table.tsx';
import { ExactMatch } from './exact-match.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { ListOptions } from './list-options.tsx';
import { SearchBox } from './search-box.tsx';
import { CreateButton, Toolbar } from './toolbar.tsx';
import type { ListScreenState } from './use-list-screen.ts';

export interface ListViewProps<Row> extends Omit<DataTableProps<Row>, 'list' | 'rows' | 'columns'> {
  readonly screen: ListScreenState<Row>;
  /** What the search searches, for example "name, city and state"; a list without it has no search box. */
  readonly searchFields?: string | undefined;
  /** The name of the file that exports are saved as; a list without it is not exported. */
  readonly exportName?: string | undefined;
  /** Rows of Export All at most, where the list has a limit. */
  readonly exportLimit?: number | undefined;
  /** Buttons and choices of the screen's own, before the filters. */
  readonly controls?: ReactNode;
  /** Called when the panel in which a filter is edited closes. */
  readonly onFilterClosed?: (() => void) | undefined;
  /** Absent for people who may not create. */
  readonly onCreate?: (() => void) | false | undefined;
  readonly createLabel?: string | undefined;
  /** Stands in the place of Create, as a menu does. */
  readonly create?: ReactNode;
  /** Stands between the exports and Create, as Clone Operations does. */
  readonly commands?: ReactNode;
}

/** A list with its toolbar: filters, search, options, exports, Create. */
export const ListView = <Row extends object>(props: ListViewProps<Row>) => {
  const { screen, searchFields, exportName, exportLimit, controls, onFilterClosed, ...rest } = props;
  const { onCreate, createLabel, create, commands, ...table } = rest;
  const { set, list, rows, columns, filters, filter, hasExact, isInDrawer } = screen;
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const hasRoom = isWide && !isInDrawer;
  const exact = hasExact && <ExactMatch list={list} />;
  const exports = exportName !== undefined && (
    <ExportButtons
      {...{ set, fileName: exportName, list, rows, columns: columns.all }}
      {...(filter === undefined ? {} : { filter })}
      {...(exportLimit === undefined ? {} : { limit: exportLimit })}
    />
  );
  return (
    <>
      <Toolbar
        left={
          <>
            {controls}
            {filters.length > 0 && <FilterBar filters={filters} list={list} onClosed={onFilterClosed} />}
          </>
        }
      >
        {searchFields !== undefined && <SearchBox list={list} fields={searchFields} />}
        {hasRoom && exact}
        <ListOptions columns={columns}>
          {!hasRoom && exact}
          {!hasRoom && exports}
        </ListOptions>
        {hasRoom && exports}
        {commands}
        {onCreate && <CreateButton label={createLabel} onClick={onCreate} />}
        {create}
      </Toolbar>
      <DataTable {...table} list={list} rows={rows} columns={columns.shown} />
    </>
  );
};
