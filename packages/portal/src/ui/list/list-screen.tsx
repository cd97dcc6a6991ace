import type { ReactNode } from 'react';
import { ListView, type ListViewProps } from './list-view.tsx';
import { Page } from '../page.tsx';
import { SavedViewsMenu } from '../saved-views/saved-views-menu.tsx';

interface ListScreenProps<Row> extends Omit<ListViewProps<Row>, 'label'> {
  readonly title: string;
  readonly help?: string;
  /** What the rows are, read out as the name of the table; the title unless it says something else. */
  readonly label?: string;
  /** What stands at the right of the title, beside the saved views. */
  readonly aside?: ReactNode;
  /** What the screen keeps in its address beside filters, search, order and size; a constant. */
  readonly viewQuery?: readonly string[];
  /** Panels and dialogs of the screen. */
  readonly children?: ReactNode;
}

/** A screen that is a list: title, toolbar, rows, and the panels that open from them. */
export const ListScreen = <Row extends object>({
  title,
  help,
  label = title,
  aside,
  viewQuery,
  children,
  ...view
}: ListScreenProps<Row>) => (
  <Page
    title={title}
    help={help}
    aside={
      <>
        {aside}
        <SavedViewsMenu screen={view.screen.name} {...(viewQuery ? { own: viewQuery } : {})} />
      </>
    }
  >
    <ListView {...view} label={label} />
    {children}
  </Page>
);
