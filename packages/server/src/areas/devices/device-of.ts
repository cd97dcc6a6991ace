import type { Context } from '../../platform/context.ts';
import { forbidden } from '../../platform/problems.ts';

/**
 * Returns the device that calls with its own credential.
 *
 * @throws 403 for any other caller.
 */
export const deviceOf = (context: Context): { readonly tenantId: string; readonly deviceId: string } => {
  if (context.actor.kind !== 'device') throw forbidden();
  return { tenantId: context.tenantId, deviceId: context.actor.deviceId };
};
