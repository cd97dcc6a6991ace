/** A row of cfs.status_pages. */
export interface StatusPageTable {
  tenant_id: string;
  /** Whether visitors may read the page. */
  is_public: boolean;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}
