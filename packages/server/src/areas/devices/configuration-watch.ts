import type { Logger } from 'pino';
import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

/** Waits for changes of devices on behalf of any number of agents, with one statement a second for all of them. */
export interface ConfigurationWatch {
  /**
   * Resolves to true when the device's version is another than the known one or the device is gone, and to false when
   * the signal aborts or the watch closes.
   */
  changeOf(deviceId: string, knownVersion: number, signal: AbortSignal): Promise<boolean>;
  /** Lets everybody go who still waits, and those who come later at once. */
  close(): void;
}

interface Waiter {
  readonly deviceId: string;
  readonly knownVersion: number;
  readonly finish: (isChanged: boolean) => void;
}

const lookInterval = 1_000;

export const createConfigurationWatch = ({
  gate,
  clock,
  log,
}: Pick<Services, 'gate' | 'clock'> & { readonly log: Logger }): ConfigurationWatch => {
  const context = systemContext({ name: 'configuration watch', clock, tenantId: 'all' });
  const waiters = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const readVersions = async (): Promise<Map<string, number>> => {
    const ids = [...new Set([...waiters].map((waiter) => waiter.deviceId))];
    const rows = await gate.read(context, 'Devices:view', (db) =>
      db
        .selectFrom('devices')
        .select(['device_id', 'configuration_version'])
        .where((eb) => eb('device_id', '=', eb.fn.any(eb.val(ids))))
        .where('is_deleted', '=', false)
        .execute(),
    );
    return new Map(rows.map((row) => [row.device_id, row.configuration_version]));
  };

  const look = async (): Promise<void> => {
    try {
      const asked = [...waiters];
      const versions = await readVersions();
      for (const waiter of asked) {
        if (versions.get(waiter.deviceId) !== waiter.knownVersion) waiter.finish(true);
      }
    } catch (error) {
      log.warn({ err: error }, 'the configurations of devices could not be looked at');
    } finally {
      timer = undefined;
      lookLater();
    }
  };

  const lookLater = (): void => {
    if (!closed && waiters.size > 0) timer ??= setTimeout(() => void look(), lookInterval);
  };

  return {
    changeOf: (deviceId, knownVersion, signal) =>
      new Promise((resolve) => {
        if (closed || signal.aborted) {
          resolve(false);
          return;
        }
        const finish = (isChanged: boolean): void => {
          waiters.delete(waiter);
          signal.removeEventListener('abort', giveUp);
          resolve(isChanged);
        };
        const giveUp = (): void => finish(false);
        const waiter: Waiter = { deviceId, knownVersion, finish };
        waiters.add(waiter);
        signal.addEventListener('abort', giveUp);
        lookLater();
      }),
    close: () => {
      closed = true;
      clearTimeout(timer);
      for (const waiter of waiters) waiter.finish(false);
    },
  };
};
