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
  /** The searched fields, for example "name, city and state"; no search box without it. */
  readonly searchFields?: string | undefined;
  /** The file name of exports; no exports without it. */
  readonly exportName?: string | undefined;
  /** The maximum number of rows of Export All; unlimited by default. */
  readonly exportLimit?: number | undefined;
  /** Controls of the screen, before the filters. */
  readonly controls?: ReactNode;
  /** Called when the filter editor closes. */
  readonly onFilterClosed?: (() => void) | undefined;
  /** Undefined without permission to create. */
  readonly onCreate?: (() => void) | false | undefined;
  readonly createLabel?: string | undefined;
  /** Replaces the Create button, for example with a menu. */
  readonly create?: ReactNode;
  /** Between the exports and Create. */
  readonly commands?: ReactNode;
}

/** A list with its toolbar: filters, search, options, exports, Create. */
export const ListView = <Row extends object>(props: ListViewProps<Row>) => {
  const { screen, searchFields, exportName, exportLimit, controls, onFilterClosed, ...rest } = props;
  const { onCreate, createLabel, create, commands, ...table } = rest;
  const { set, list, rows, columns, filters, filter, hasExact, isInDrawer } = screen;
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const hasRoom = isWide && !isInDrawer && table.openBeside === undefined;
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
