import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { FilledTextTooLong } from '@cfs/contracts/action-placeholders';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { dryRunEffectCharacters, dryRunTextCharacters, keyOfDryRun, type DryRunEffect } from '@cfs/contracts/dry-run';
import type { Selectable } from 'kysely';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { findMissingSecrets } from '../secrets/find-missing-secrets.ts';
import { readNotificationAddress } from '../tenants/read-notification-address.ts';
import type { ActionOrder } from './action-order.ts';
import { missingSecretMessage, secretsSent } from './secrets/action-secrets.ts';
import type { ActionDefinitionTable } from './action-table.ts';
import { previewCall } from './calls/call-http.ts';
import { missingRecipientReason, composeMail } from './mails/compose-mail.ts';
import { noLongerDefined } from './execute-action.ts';
import { readsSecrets, secretInBuiltIn } from './secrets/secret-parameters.ts';

type Definition = Selectable<ActionDefinitionTable>;

/** The effect that an action will have, and why it will have none. */
export interface DescribedEffect {
  readonly effect: DryRunEffect | null;
  readonly fault: string | undefined;
}

/** The effect of an action of a dry run; `name` is that of its definition. */
export interface DescribedAction extends DescribedEffect {
  readonly name: string | undefined;
}

/** Describes the effect of a built-in action; reads only. */
export type DescribeBuiltIn = (db: ScopedDatabase, order: ActionOrder) => Promise<DescribedEffect>;

/**
 * Describes the effects of orders, in the order given and by the same rules as their execution. Writes and sends
 * nothing, resolves no name and reads no value of a secret.
 */
export type DescribeActions = (
  services: Pick<Services, 'configuration'>,
  db: ScopedDatabase,
  tenantId: string,
  orders: readonly ActionOrder[],
) => Promise<DescribedAction[]>;

const describeMail = (
  { configuration }: Pick<Services, 'configuration'>,
  order: ActionOrder,
  usual: string,
): DescribedEffect => {
  const mail = composeMail(order, usual);
  const { to, cc, bcc, subject, text, template, isImportant } = mail;
  const staysInOutbox = configuration.smtpUrl === undefined;
  return {
    effect: {
      kind: 'mail',
      to: [...to],
      cc: [...cc],
      bcc: [...bcc],
      subject,
      text: text.slice(0, dryRunTextCharacters),
      template,
      isImportant,
      staysInOutbox,
    },
    fault: missingRecipientReason(order, mail),
  };
};

const describeCall = async (
  services: Pick<Services, 'configuration'>,
  db: ScopedDatabase,
  order: ActionOrder,
  definition: Definition,
): Promise<DescribedEffect> => {
  const { request, fault } = previewCall(services, order, definition, keyOfDryRun);
  const [missing] = await findMissingSecrets(db, order.tenantId, secretsSent(order, definition));
  return {
    effect: request?.kind === 'http' ? request : null,
    fault: missing === undefined ? fault : missingSecretMessage(missing),
  };
};

const readDefinitions = async (
  db: ScopedDatabase,
  tenantId: string,
  orders: readonly ActionOrder[],
): Promise<ReadonlyMap<string, Definition>> => {
  const ids = [...new Set(orders.map((order) => order.actionDefinitionId))];
  const rows = await db
    .selectFrom('action_definitions')
    .selectAll()
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where((row) => row('action_definition_id', '=', row.fn.any(row.val(ids))))
    .execute();
  return new Map(rows.map((row) => [row.action_definition_id, row]));
};

/** Creates a describer of Send Email, HTTP calls and the actions that other areas provide in `builtIn`. */
export const createActionDescriber = (builtIn: Readonly<Record<string, DescribeBuiltIn>>): DescribeActions => {
  const describe = async (
    services: Pick<Services, 'configuration'>,
    db: ScopedDatabase,
    order: ActionOrder,
    definition: Definition | undefined,
  ): Promise<DescribedEffect> => {
    if (!definition) return { effect: null, fault: noLongerDefined };
    const { action_definition_id: id } = definition;
    const isMail = id === builtInActions.sendEmail;
    const describeBuiltIn = builtIn[id];
    if (!isMail && !describeBuiltIn) return describeCall(services, db, order, definition);
    if (readsSecrets(order)) return { effect: null, fault: secretInBuiltIn };
    if (describeBuiltIn) return describeBuiltIn(db, order);
    return describeMail(services, order, await readNotificationAddress(db, order.tenantId));
  };
  return async (services, db, tenantId, orders) => {
    const definitions = await readDefinitions(db, tenantId, orders);
    const described: DescribedAction[] = [];
    let characters = 0;
    for (const order of orders) {
      // Filling in long texts takes time: yields to other requests between two actions.
      await turnOfTheLoop();
      const definition = definitions.get(order.actionDefinitionId);
      try {
        const { effect, fault } = await describe(services, db, order, definition);
        characters += effect === null ? 0 : JSON.stringify(effect).length;
        const isShown = characters <= dryRunEffectCharacters;
        described.push({ name: definition?.name, effect: isShown ? effect : null, fault });
      } catch (error) {
        if (!(error instanceof FilledTextTooLong)) throw error;
        described.push({ name: definition?.name, effect: null, fault: error.message });
      }
    }
    return described;
  };
};
