import { fillPlaceholders, secretIn } from '@cfs/contracts/action-placeholders';
import type { ActionOrder } from './action-order.ts';

/** A text of a parameter with its placeholders filled in. */
export const fillText = ({ valueOf }: Pick<ActionOrder, 'valueOf'>, text: string): string =>
  fillPlaceholders(text, (placeholder) => valueOf(placeholder) ?? '');

/** The value of a parameter with its own placeholders filled in; empty when it is absent. */
export const fillParameter = (order: ActionOrder, name: string): string =>
  fillText(order, order.parameters[name] ?? '');

/**
 * The value of a placeholder in an action's definition: a parameter, else what the occasion knows, else nothing. No
 * parameter overrides a secret.
 */
export const placeholderValue = (order: ActionOrder, name: string): string =>
  secretIn(name) === undefined && Object.hasOwn(order.parameters, name)
    ? fillParameter(order, name)
    : (order.valueOf(name) ?? '');
