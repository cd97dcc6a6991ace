import { expect } from 'vitest';
import type { Api } from './api.ts';

/** Waits until a machine of this name has enrolled, promotes it, and returns the id of its device. */
export async function promoteMachine(api: Api, name: string): Promise<string> {
  const filter = encodeURIComponent(`machineName eq '${name}'`);
  const find = async (): Promise<string | undefined> => {
    const { value } = (await api.call('GET', `/v1/pendingdevices?$filter=${filter}`)) as {
      readonly value: readonly { readonly pendingDeviceId: string }[];
    };
    return value[0]?.pendingDeviceId;
  };
  await expect.poll(find).toBeTruthy();
  const id = (await find()) ?? '';
  await api.call('POST', '/v1/pendingdevices/batchpromote', [id]);
  return id;
}
