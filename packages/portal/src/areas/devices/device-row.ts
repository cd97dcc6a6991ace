import type { Device } from '@cfs/contracts/devices';
import type { DeviceInventory } from '@cfs/contracts/inventory';

type ShownInventory = Pick<
  DeviceInventory,
  | 'architecture'
  | 'cpuCores'
  | 'cpuModel'
  | 'kernel'
  | 'manufacturer'
  | 'memoryMebibytes'
  | 'model'
  | 'osName'
  | 'osVersion'
>;

/** A device with its location expanded, as the list loads it. */
export interface DeviceRow extends Device {
  readonly location?: { readonly name: string } | null;
  /** The inventory that its agent reported; `null` before the first report. Only in lists. */
  readonly inventory?: ShownInventory | null;
  /** Whether it should send heartbeats, but has stopped. Only in lists. */
  readonly isSilent: boolean;
}

export const deviceSet = '/v1/devices';
