import { secretIn } from '@cfs/contracts/action-placeholders';
import type { ActionOrder } from './action-order.ts';

/** The order as histories tell it: a secret stands there as its placeholder, or as the word of `standIn`. */
export const withoutSecrets = (order: ActionOrder, standIn?: string): ActionOrder => ({
  ...order,
  valueOf: (name) => (secretIn(name) === undefined ? order.valueOf(name) : (standIn ?? `{{${name}}}`)),
});
