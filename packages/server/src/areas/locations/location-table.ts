/** A row of cfs.locations. */
export interface LocationTable {
  tenant_id: string;
  location_id: string;
  name: string;
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  postal_code: string | null;
  coordinates: string | null;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}

declare module '../../platform/database/schema.ts' {
  interface Database {
    locations: LocationTable;
  }
}
