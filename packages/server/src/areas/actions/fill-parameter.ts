import { fillPlaceholders, secretIn } from '@cfs/contracts/action-placeholders';
import type { ActionOrder } from './action-order.ts';

/** Fills in the placeholders of a text of a parameter. */
export const fillText = ({ valueOf }: Pick<ActionOrder, 'valueOf'>, text: string): string =>
  fillPlaceholders(text, (placeholder) => valueOf(placeholder) ?? '');

/** Returns the value of a parameter with its own placeholders filled in; an empty string if it is absent. */
export const fillParameter = (order: ActionOrder, name: string): string =>
  fillText(order, order.parameters[name] ?? '');

/**
 * Returns the value of a placeholder in the definition of an action: the parameter of that name, else the value of the
 * occasion, else an empty string. No parameter overrides a secret.
 */
export const placeholderValue = (order: ActionOrder, name: string): string =>
  secretIn(name) === undefined && Object.hasOwn(order.parameters, name)
    ? fillParameter(order, name)
    : (order.valueOf(name) ?? '');
