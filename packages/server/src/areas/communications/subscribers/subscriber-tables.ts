/** A row of cfs.communication_subscribers. */
export interface SubscriberTable {
  tenant_id: string;
  subscriber_id: string;
  /** In lower case; unique within the tenant. */
  address: string;
  state: number;
  /** When a confirmation link was last requested. */
  requested: Date;
  confirmed: Date | null;
  created: Date;
  created_by: string;
}

/** A row of cfs.subscriber_settings. */
export interface SubscriberSettingsTable {
  tenant_id: string;
  allows_visitors: boolean;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}

/** A row of cfs.communication_publications: the external report that was sent last. */
export interface PublicationTable {
  tenant_id: string;
  work_unit_communication_id: string;
  /** SHA-256. */
  content_hash: Buffer;
  published: Date;
}

/** A row of cfs.subscriber_deliveries: a mail to a subscriber. */
export interface SubscriberDeliveryTable {
  tenant_id: string;
  delivery_id: string;
  subscriber_id: string;
  address: string;
  kind: number;
  state: number;
  subject: string;
  work_unit_communication_id: string | null;
  /** The digest that it was sent with. */
  digest_id: string | null;
  /** When the mail server accepted it. */
  accepted: Date | null;
  detail: string | null;
  created: Date;
}
