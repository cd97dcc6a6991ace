import type { ReactNode } from 'react';
import { ListView, type ListViewProps } from './list-view.tsx';
import { Page } from '../page.tsx';
import type { ShippedViewSet } from '../saved-views/shipped-views-list.tsx';
import { SavedViewsMenu } from '../saved-views/saved-views-menu.tsx';

interface ListScreenProps<Row> extends Omit<ListViewProps<Row>, 'label'> {
  readonly title: string;
  readonly help?: string;
  /** The accessible name of the table; the title by default. */
  readonly label?: string;
  /** Right of the title, before the saved views. */
  readonly aside?: ReactNode;
  /** Between the title and the list, such as totals. */
  readonly above?: ReactNode;
  /** Further query parameters that saved views store; a constant. */
  readonly viewQuery?: readonly string[];
  /** The views that everybody has of the list. */
  readonly shippedViews?: ShippedViewSet;
  /** The id of the row whose panel is open beside the list, which stays in use where there is room for both. */
  readonly openBeside?: string | undefined;
  /** Panels and dialogs of the screen. */
  readonly children?: ReactNode;
}

/** A screen with a list: title, toolbar, rows and panels. */
export const ListScreen = <Row extends object>({
  title,
  help,
  label = title,
  aside,
  above,
  viewQuery,
  shippedViews,
  openBeside,
  children,
  ...view
}: ListScreenProps<Row>) => (
  <Page
    title={title}
    help={help}
    hasPanelBeside={openBeside !== undefined}
    aside={
      <>
        {aside}
        <SavedViewsMenu
          screen={view.screen.name}
          {...(viewQuery ? { own: viewQuery } : {})}
          {...(shippedViews ? { shipped: shippedViews } : {})}
        />
      </>
    }
  >
    {above}
    <ListView {...view} label={label} openBeside={openBeside} />
    {children}
  </Page>
);
