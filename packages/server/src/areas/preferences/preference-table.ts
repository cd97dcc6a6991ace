/** A row of cfs.preferences: one preference of one person, independent of the tenant they work in. */
export interface PreferenceTable {
  user_id: string;
  name: string;
  /** Any JSON value; written as its text. */
  value: unknown;
  modified: Date;
}
