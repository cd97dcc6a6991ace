import type { ReactNode } from 'react';
import { ListView, type ListViewProps } from './list-view.tsx';
import { Page } from './page.tsx';

interface ListScreenProps<Row> extends Omit<ListViewProps<Row>, 'label'> {
  readonly title: string;
  readonly help?: string;
  /** What the rows are, read out as the name of the table; the title unless it says something else. */
  readonly label?: string;
  /** What stands at the right of the title. */
  readonly aside?: ReactNode;
  /** Panels and dialogs of the screen. */
  readonly children?: ReactNode;
}

/** A screen that is a list: title, toolbar, rows, and the panels that open from them. */
export const ListScreen = <Row extends object>({
  title,
  help,
  label = title,
  aside,
  children,
  ...view
}: ListScreenProps<Row>) => (
  <Page title={title} help={help} aside={aside}>
    <ListView {...view} label={label} />
    {children}
  </Page>
);
