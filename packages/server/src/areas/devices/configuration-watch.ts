import type { Gauge } from 'prom-client';
import { systemTenantId } from '../../platform/context.ts';
import type { DeviceChange, DeviceChanges } from './device-changes.ts';

/** A device whose agent is waiting. */
interface WaitingDevice {
  readonly tenantId: string;
  readonly deviceId: string;
}

/** Waits for changes of devices on behalf of any number of agents. */
export interface ConfigurationWatch {
  /**
   * Waits until the version of the device's configuration differs from the known one. Returns a function that ends the
   * wait. `finish` is called once: with true when the version has changed or the device is deleted, and with false when
   * the wait times out or is ended, or the watch closes. A callback rather than a promise: thousands of agents wait at
   * a time, and the frame of an asynchronous function would take most of the memory per wait.
   */
  wait(device: WaitingDevice, knownVersion: number, finish: (isChanged: boolean) => void): () => void;
  /** Whether the device has reached its maximum number of waits. */
  isFull(deviceId: string): boolean;
  /** Ends all waits; later ones end immediately. */
  close(): void;
}

/** Less than the minute after which proxies close an idle call. */
const longestWaitMilliseconds = 45_000;

/**
 * Maximum number of agents that are notified at each poll of a change to many devices, such as a new publisher key,
 * because each then reads its configuration. Smaller changes take precedence over the rest of a larger one.
 */
const notifiedPerPoll = 50;

/**
 * Maximum number of concurrent waits of one device. An agent needs one; there may also be a version on trial, and calls
 * whose connections broke without the server noticing.
 */
const maxWaitsOfDevice = 16;

interface Waiter {
  readonly tenantId: string;
  readonly knownVersion: number;
  readonly finish: (isChanged: boolean) => void;
}

/** Creates a watch. `waiting` is a gauge of the number of waits. */
export const createConfigurationWatch = (
  changes: DeviceChanges,
  waiting: Pick<Gauge, 'inc' | 'dec'>,
): ConfigurationWatch => {
  const waiters = new Map<string, Set<Waiter>>();
  /** Changes not notified yet, in the order in which they were read. */
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
    isFull: (deviceId) => (waiters.get(deviceId)?.size ?? 0) >= maxWaitsOfDevice,
    close: () => {
      closed = true;
      later.clear();
      for (const ofDevice of [...waiters.values()]) for (const { finish } of [...ofDevice]) finish(false);
    },
  };
};
