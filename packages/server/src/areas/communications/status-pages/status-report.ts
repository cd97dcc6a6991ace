import type { ExternalReport } from '@cfs/contracts/communication-reports';

/** A communication as visitors read it. */
export interface PublishedEvent {
  /** Opaque: nothing of the portal is found by it. 32 hexadecimal digits, the same for the life of the communication. */
  readonly publicId: string;
  readonly created: Date;
  /** When what visitors read of it has changed last. */
  readonly updated: Date;
  readonly report: ExternalReport;
}

/** What the status page of a tenant shows. */
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
