import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { RecordStore } from './record-store.ts';

/** Records without an expiry are kept for a year. */
const maxRecordSeconds = 365 * 86_400;

/** Whether a record belongs to an unfinished sign-in; anonymous callers may start any number of them. */
const isUnfinished = (model: string, { accountId }: AdapterPayload): boolean =>
  model === 'Interaction' || (model === 'Session' && accountId === undefined);

/** The adapter by which oidc-provider keeps sessions, grants and tokens in the store, with the model as key prefix. */
export function recordAdapter(store: RecordStore<AdapterPayload>, model: string, now: () => number): Adapter {
  const keyOf = (id: string): string => `${model}:${id}`;

  const findBy = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
    for (const [key, payload] of store.entries()) if (key.startsWith(`${model}:`) && matches(payload)) return payload;
    return undefined;
  };

  return {
    async upsert(id, payload, expiresIn) {
      store.set(keyOf(id), payload, now() + (expiresIn || maxRecordSeconds) * 1000, isUnfinished(model, payload));
    },
    async find(id) {
      return store.get(keyOf(id));
    },
    async findByUid(uid) {
      return findBy((payload) => payload.uid === uid);
    },
    async findByUserCode(userCode) {
      return findBy((payload) => payload.userCode === userCode);
    },
    async consume(id) {
      const payload = store.get(keyOf(id));
      if (payload === undefined) return;
      const consumed = Math.floor(now() / 1000);
      const ends = typeof payload.exp === 'number' ? payload.exp * 1000 : now() + maxRecordSeconds * 1000;
      store.set(keyOf(id), { ...payload, consumed }, ends);
    },
    async destroy(id) {
      store.delete(keyOf(id));
    },
    async revokeByGrantId(grantId) {
      // Only this model: an interaction in progress must continue when another user replaces the one signed in.
      for (const [key, payload] of [...store.entries()]) {
        if (key.startsWith(`${model}:`) && payload.grantId === grantId) store.delete(key);
      }
    },
  };
}
