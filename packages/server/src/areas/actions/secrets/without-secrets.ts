import { secretIn } from '@cfs/contracts/action-placeholders';
import type { ActionOrder } from '../action-order.ts';

/** Returns the order as histories record it: `standIn`, or its placeholder, replaces the value of a secret. */
export const withoutSecrets = (order: ActionOrder, standIn?: string): ActionOrder => ({
  ...order,
  valueOf: (name) => (secretIn(name) === undefined ? order.valueOf(name) : (standIn ?? `{{${name}}}`)),
});
