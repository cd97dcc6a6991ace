import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { ProviderSessions } from '../../platform/access/identity-source.ts';
import type { RecordStore } from './record-store.ts';

/** Models whose records can still be exchanged for an access token. */
const grantedModels = ['AuthorizationCode', 'RefreshToken'] as const;

/**
 * The sessions of the embedded provider. Access tokens name them by their grant; there is one for each browser session
 * and client, and it ends with a sign-out or when a code or refresh token is used twice. `watch` wraps the adapter of
 * the grants so that it reports the ends.
 */
export function providerSessions(
  store: RecordStore<AdapterPayload>,
  clientId: string,
  adapterOf: (model: string) => Adapter,
): ProviderSessions & { watch(grants: Adapter): Adapter } {
  let listener: (grantId: string) => Promise<void> = async () => undefined;

  const browserSessionsOf = (grantId: string): string[] =>
    [...store.entries()]
      .filter(
        ([key, { authorizations }]) => key.startsWith('Session:') && authorizations?.[clientId]?.grantId === grantId,
      )
      .map(([key]) => key);

  return {
    async end(grantId) {
      for (const model of grantedModels) await adapterOf(model).revokeByGrantId(grantId);
      for (const key of browserSessionsOf(grantId)) store.delete(key);
      store.delete(`Grant:${grantId}`);
    },
    onEnd(ended) {
      listener = ended;
    },
    watch(grants) {
      return {
        ...grants,
        async destroy(grantId) {
          await listener(grantId);
          await grants.destroy(grantId);
        },
      };
    },
  };
}
