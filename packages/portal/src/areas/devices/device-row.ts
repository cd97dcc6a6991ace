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

/** A device as the list shows it, its location expanded. */
export interface DeviceRow extends Device {
  readonly location?: { readonly name: string } | null;
  /** What its agent found on the machine; `null` before the first report. Of lists alone. */
  readonly inventory?: ShownInventory | null;
  /** Whether it should send heartbeats and has stopped; of lists alone. */
  readonly isSilent: boolean;
}

export const deviceSet = '/v1/devices';
