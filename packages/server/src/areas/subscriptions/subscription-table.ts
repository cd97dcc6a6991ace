/** A row of cfs.subscriptions. */
export interface SubscriptionTable {
  tenant_id: string;
  subscription_id: string;
  name: string;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}
