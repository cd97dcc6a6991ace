import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { FindSecretUsers } from './secret-users.ts';

/** Called within the transaction that has replaced the value of a secret. */
export type OnSecretChange = (
  db: ScopedDatabase,
  change: Change,
  secret: { readonly tenantId: string; readonly name: string },
) => Promise<void>;

/** What secrets ask of the areas above them. */
export interface SecretsNeeds {
  /** Find what reads a secret, one kind each. */
  readonly findUsers: readonly FindSecretUsers[];
  readonly onChange: OnSecretChange;
}
