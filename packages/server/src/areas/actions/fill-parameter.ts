import { fillPlaceholders, secretIn } from '@cfs/contracts/action-placeholders';
import type { ActionOrder } from './action-order.ts';

/** The value of a parameter with its own placeholders filled in; empty when it is absent. */
export const fillParameter = ({ parameters, valueOf }: ActionOrder, name: string): string =>
  fillPlaceholders(parameters[name] ?? '', (placeholder) => valueOf(placeholder) ?? '');

/**
 * The value of a placeholder in an action's definition: a parameter, else what the occasion knows, else nothing. No
 * parameter overrides a secret.
 */
export const placeholderValue = (order: ActionOrder, name: string): string =>
  secretIn(name) === undefined && Object.hasOwn(order.parameters, name)
    ? fillParameter(order, name)
    : (order.valueOf(name) ?? '');
