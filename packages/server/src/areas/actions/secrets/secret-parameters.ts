import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { ParameterValues } from '@cfs/contracts/parameter-values';
import { secretNamesIn } from '@cfs/contracts/secrets';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { findUnknownSecrets, unknownSecretMessage } from '../../secrets/find-unknown-secrets.ts';

const builtIn: ReadonlySet<string> = new Set(Object.values(builtInActions));

/** Why a built-in action reads no secret: its result is stored and shown. */
export const secretInBuiltIn = 'Only HTTP actions can use secrets, not built-in actions.';

/** Whether parameters read secrets. */
export const readsSecrets = ({ parameters }: { readonly parameters: Readonly<ParameterValues> }): boolean =>
  secretNamesIn(Object.values(parameters)).length > 0;

/** Returns the fault of the secrets that the parameters of an action read; `undefined` if there is none. */
export const secretParameterFault = async (
  db: ScopedDatabase,
  tenantId: string,
  action: { readonly actionDefinitionId: string; readonly parameters: Readonly<ParameterValues> },
): Promise<string | undefined> => {
  if (builtIn.has(action.actionDefinitionId)) return readsSecrets(action) ? secretInBuiltIn : undefined;
  const [unknown] = await findUnknownSecrets(db, tenantId, Object.values(action.parameters));
  return unknown === undefined ? undefined : unknownSecretMessage(unknown);
};
