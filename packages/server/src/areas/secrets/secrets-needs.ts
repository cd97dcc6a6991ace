import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { FindSecretUsers } from './secret-users.ts';

/** Called within the transaction that replaces the value of a secret. */
export type OnSecretChange = (
  db: ScopedDatabase,
  change: Change,
  secret: { readonly tenantId: string; readonly name: string },
) => Promise<void>;

/** Functions of other areas that this area needs. */
export interface SecretsNeeds {
  /** Each finds one kind of row that references a secret. */
  readonly findUsers: readonly FindSecretUsers[];
  readonly onChange: OnSecretChange;
}
