import type { ExternalReport } from '@cfs/contracts/communication-reports';

/** A communication as visitors read it. */
export interface PublishedEvent {
  /** Opaque: it identifies nothing in the portal. 32 hexadecimal digits, stable for the life of the communication. */
  readonly publicId: string;
  readonly created: Date;
  /** When its external report last changed. */
  readonly updated: Date;
  readonly report: ExternalReport;
}

/** The content of the status page of a tenant. */
export interface StatusReport {
  readonly tenantId: string;
  readonly tenantName: string;
  /** Whether visitors may subscribe. */
  readonly allowsVisitors: boolean;
  /** Newest first. */
  readonly open: readonly PublishedEvent[];
  /** Closed ones, newest first. */
  readonly past: readonly PublishedEvent[];
}
