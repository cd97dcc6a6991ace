import type { Device } from '@cfs/contracts/devices';

/** A device as the list shows it, its location expanded. */
export interface DeviceRow extends Device {
  readonly location?: { readonly name: string } | null;
  /** Whether it should send heartbeats and has stopped; of lists alone. */
  readonly isSilent: boolean;
}

export const deviceSet = '/v1/devices';
