import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { ProviderSessions } from '../../platform/access/identity-source.ts';
import type { RecordStore } from './record-store.ts';

/** What may still become an access token. */
const grantedModels = ['AuthorizationCode', 'RefreshToken'] as const;

/**
 * The sessions of the embedded provider as its access tokens name them: by their grant, one for each browser session and
 * client, which ends with a sign-out and when a code or a refresh token is used twice. `watch` makes the adapter of the
 * grants tell of the ends.
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
