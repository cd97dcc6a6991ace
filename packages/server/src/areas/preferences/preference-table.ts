/** A row of cfs.preferences: one choice of one person, whatever tenant they work in. */
export interface PreferenceTable {
  user_id: string;
  name: string;
  /** Any JSON value; written as its text. */
  value: unknown;
  modified: Date;
}
