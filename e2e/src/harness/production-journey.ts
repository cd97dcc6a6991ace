import { randomBytes } from 'node:crypto';
import type { OwnPostgres } from '@cfs/server/testing/own-postgres';
import { makeDataDirectory } from './data-directory.ts';
import { startEmptyDatabase } from './empty-database.ts';
import { ownScope, startForeignProvider, type ForeignProvider, type ProviderKind } from './foreign-provider.ts';
import { browsing, openVisits, type OnCleanup } from './journey.ts';
import { startProduct, type Product } from './product.ts';

/** Environment variables that a provider requires in addition to its authority. */
const settingsFor: Readonly<Record<ProviderKind, Readonly<Record<string, string>>>> = {
  generous: {},
  sparse: {},
  scoped: {
    OIDC_AUDIENCE: 'cfs-portal',
    OIDC_SCOPE: `openid profile email offline_access ${ownScope}`,
    OIDC_MAIL_VERIFIED_CLAIM: 'xms_edov',
  },
};

export interface Installation {
  readonly provider: ProviderKind;
  /** The PostgreSQL to use; the embedded one by default. */
  readonly postgres?: OwnPostgres | undefined;
  /** The mail address of the first administrator. */
  readonly administrator: string;
}

/** A journey on a new production installation with its own database and an external provider. */
export const productionJourney = ({ provider: kind, postgres, administrator }: Installation) =>
  browsing
    .extend('provider', async ({}, { onCleanup }: { onCleanup: OnCleanup }) => {
      const provider = await startForeignProvider(kind);
      onCleanup(async () => provider[Symbol.asyncDispose]());
      return provider;
    })
    .extend(
      'product',
      async (
        { provider }: { provider: ForeignProvider },
        { onCleanup }: { onCleanup: OnCleanup },
      ): Promise<Product> => {
        const database = await startEmptyDatabase(postgres);
        const directory = await makeDataDirectory();
        const product = await startProduct({
          dataDirectory: directory.path,
          environment: {
            NODE_ENV: 'production',
            DATABASE_URL: database.address,
            MASTER_KEY: randomBytes(32).toString('hex'),
            OIDC_AUTHORITY: provider.authority,
            ADMINISTRATORS: administrator,
            DRAIN_SECONDS: '0',
            ...settingsFor[kind],
          },
        });
        onCleanup(async () => {
          await product.stop();
          await directory[Symbol.asyncDispose]();
          await database[Symbol.asyncDispose]();
        });
        return product;
      },
    )
    .extend('visit', openVisits);
