/** A row of cfs.saved_views. */
export interface SavedViewTable {
  user_id: string;
  saved_view_id: string;
  screen: string;
  name: string;
  query: string;
  /** Any JSON value; written as its text. */
  columns: unknown;
  position: number;
  modified: Date;
}
