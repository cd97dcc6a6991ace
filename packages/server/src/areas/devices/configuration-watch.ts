import type { Gauge } from 'prom-client';
import { systemTenantId } from '../../platform/context.ts';
import type { DeviceChange, DeviceChanges } from './device-changes.ts';

/** A device whose agent waits. */
interface WaitingDevice {
  readonly tenantId: string;
  readonly deviceId: string;
}

/** Waits for changes of devices on behalf of any number of agents. */
export interface ConfigurationWatch {
  /**
   * Begins a wait for another version of the device's configuration than the known one, and returns a function that ends
   * it. `finish` is called once: with true when the version has changed or the device is deleted, and with false when the
   * wait times out or is ended, or the watch closes. A callback rather than a promise: thousands of agents wait at a time,
   * and the frame of an asynchronous function is most of what the server itself keeps of each.
   */
  wait(device: WaitingDevice, knownVersion: number, finish: (isChanged: boolean) => void): () => void;
  /** Whether the device has as many waits as one may have. */
  isFull(deviceId: string): boolean;
  /** Ends all waits, and those that are begun later at once. */
  close(): void;
}

/** Below the minute after which proxies give a call up. */
const longestWaitMilliseconds = 45_000;

/**
 * How many agents of a change to many devices, such as a new publisher key, are notified at each poll: each reads its
 * configuration then. Smaller changes take precedence over the rest of a larger one.
 */
const notifiedPerPoll = 50;

/**
 * Waits of one device, of which an agent needs one: beside it a version on trial may wait, and calls whose connections broke
 * without the server's knowledge.
 */
const mostWaitsOfDevice = 16;

interface Waiter {
  readonly tenantId: string;
  readonly knownVersion: number;
  readonly finish: (isChanged: boolean) => void;
}

/** `waiting` is kept at the number of agents that wait. */
export const createConfigurationWatch = (
  changes: DeviceChanges,
  waiting: Pick<Gauge, 'inc' | 'dec'>,
): ConfigurationWatch => {
  const waiters = new Map<string, Set<Waiter>>();
  /** Changes that are still to be notified, in the order in which they were read. */
  const later = new Map<string, DeviceChange>();
  let closed = false;

  const outdated = ({ deviceId, version }: DeviceChange): readonly Waiter[] =>
    [...(waiters.get(deviceId) ?? [])].filter(({ knownVersion }) => knownVersion !== version);

  const notify = (change: DeviceChange): void => {
    later.delete(change.deviceId);
    for (const waiter of outdated(change)) waiter.finish(true);
  };

  changes.listen((changed) => {
    const waited = changed.filter((change) => outdated(change).length > 0);
    for (const change of waited.slice(0, notifiedPerPoll)) notify(change);
    for (const change of waited.slice(notifiedPerPoll)) later.set(change.deviceId, change);
    for (const change of [...later.values()].slice(0, Math.max(notifiedPerPoll - waited.length, 0))) notify(change);
  });

  changes.listenToTenants((tenantIds) => {
    const isOfAll = tenantIds.includes(systemTenantId);
    for (const [deviceId, ofDevice] of waiters)
      if (isOfAll || [...ofDevice].some(({ tenantId }) => tenantIds.includes(tenantId))) changes.ask(deviceId);
  });

  const wait: ConfigurationWatch['wait'] = ({ tenantId, deviceId }, knownVersion, finished) => {
    const ofDevice = waiters.get(deviceId) ?? new Set();
    const finish = (isChanged: boolean): void => {
      if (!ofDevice.delete(waiter)) return;
      waiting.dec();
      if (ofDevice.size === 0) waiters.delete(deviceId);
      clearTimeout(timer);
      finished(isChanged);
    };
    const end = (): void => finish(false);
    const waiter: Waiter = { tenantId, knownVersion, finish };
    const timer = setTimeout(end, longestWaitMilliseconds);
    ofDevice.add(waiter);
    waiters.set(deviceId, ofDevice);
    waiting.inc();
    if (closed) end();
    else changes.ask(deviceId);
    return end;
  };

  return {
    wait,
    isFull: (deviceId) => (waiters.get(deviceId)?.size ?? 0) >= mostWaitsOfDevice,
    close: () => {
      closed = true;
      later.clear();
      for (const ofDevice of [...waiters.values()]) for (const { finish } of [...ofDevice]) finish(false);
    },
  };
};
