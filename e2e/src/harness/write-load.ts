import { randomUUID } from 'node:crypto';
import type { Api } from './api.ts';
import type { Product } from './product.ts';

/** A write with the times, in ISO 8601, between which it was performed. */
export interface Acknowledged {
  /** The entity of a packet, or the name of a location. */
  readonly id: string;
  readonly begun: string;
  readonly at: string;
}

/** A load of writes to a product, with the writes that were acknowledged so far. */
export interface WriteLoad {
  readonly packets: readonly Acknowledged[];
  readonly locations: readonly Acknowledged[];
  /** Settles once the server is unreachable. */
  readonly ended: Promise<unknown>;
}

interface Listed {
  readonly value: readonly Record<string, string>[];
}

const packetsOfCall = 20;
const senders = 2;
const idsOfCall = 50;
const namesOfCall = 1000;

const now = (): string => new Date().toISOString();

/** Sends packets, each of a new entity, and saves locations, until the server is unreachable. */
export const startLoad = async (product: Product, api: Api): Promise<WriteLoad> => {
  const { generatedToken } = (await api.call('PUT', '/v1/tokens', { name: 'Load', lifetimeYears: 1 })) as {
    readonly generatedToken: string;
  };
  const packets: Acknowledged[] = [];
  const locations: Acknowledged[] = [];
  const send = async (): Promise<never> => {
    for (;;) {
      const ids = Array.from({ length: packetsOfCall }, () => randomUUID());
      const begun = now();
      const answer = await fetch(`${product.address}/v1/packets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${generatedToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(ids.map((entityId) => ({ entityId, timestamp: begun, message: { Value: 1 } }))),
      });
      if (answer.status !== 202) throw new Error(`The packets were answered ${answer.status}.`);
      await answer.arrayBuffer();
      const at = now();
      packets.push(...ids.map((id) => ({ id, begun, at })));
    }
  };
  const save = async (): Promise<never> => {
    for (let number = 1; ; number += 1) {
      const [id, begun] = [`Saved ${number}`, now()];
      await api.call('PUT', '/v1/locations', { name: id });
      locations.push({ id, begun, at: now() });
    }
  };
  const ended = Promise.allSettled([save(), ...Array.from({ length: senders }, send)]);
  return { packets, locations, ended };
};

/** Returns those of the entities that have a packet. */
export const storedPackets = async (api: Api, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += idsOfCall) {
    const filter = `entityId in (${ids.slice(at, at + idsOfCall).join(',')})`;
    const path = `/v1/packets?$filter=${encodeURIComponent(filter)}&$select=entityId&$top=${idsOfCall}`;
    for (const { entityId = '' } of ((await api.call('GET', path)) as Listed).value) found.add(entityId);
  }
  return found;
};

/** The names of the locations that a load saved. */
export const storedLocations = async (api: Api): Promise<ReadonlySet<string>> => {
  const names = new Set<string>();
  for (let skip = 0; ; skip += namesOfCall) {
    const filter = encodeURIComponent("startswith(name,'Saved ')");
    const path = `/v1/locations?$filter=${filter}&$select=name&$orderby=name&$top=${namesOfCall}&$skip=${skip}`;
    const { value } = (await api.call('GET', path)) as Listed;
    for (const { name = '' } of value) names.add(name);
    if (value.length < namesOfCall) return names;
  }
};
