import { randomUUID } from 'node:crypto';
import type { EmailPreview, EmailRender } from '@cfs/contracts/email-templates';
import type { ParameterValues } from '@cfs/contracts/parameter-values';
import { knownParameters } from '@cfs/contracts/protocols';
import { nameOf } from '@cfs/contracts/name-of';
import { workUnitEventTypes } from '@cfs/contracts/work-unit-enumerations';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { countCall } from '../../../platform/limits/count-call.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { composeMail, type ComposedMail } from '../../actions/mails/compose-mail.ts';
import { readNotificationAddress } from '../../tenants/read-notification-address.ts';
import { readDescribedUnit } from '../read-described-unit.ts';
import { findVisibleWorkUnit } from '../visible-work-unit.ts';
import { findSendEmail } from '../../protocols/find-send-email.ts';
import { describeWorkUnit } from './describe-work-unit.ts';
import { storePreview } from '../../outbox/mail-previews/store-preview.ts';

const scope = { permission: 'WorkUnits:view', shared: true } as const;

const compose = async (
  services: Services,
  db: ScopedDatabase,
  context: Context,
  { workUnitId, protocolActionId, userDefinedParams }: EmailRender,
): Promise<{ readonly tenantId: string; readonly mail: ComposedMail }> => {
  const { row } = await findVisibleWorkUnit(db, context, workUnitId);
  const { tenant_id: tenantId } = row;
  const action = await findSendEmail(db, tenantId, row.protocol_id, protocolActionId);
  const described = await readDescribedUnit(services.configuration, db, { tenantId, workUnitId });
  if (!described) throw notFound('WorkUnit');
  const event = nameOf(workUnitEventTypes, action.event);
  const parameters = {
    ...(JSON.parse(action.parameters) as ParameterValues),
    ...knownParameters(action.input_parameters, userDefinedParams),
  };
  const order = {
    ...describeWorkUnit(described, { event, idempotencyKey: randomUUID() }),
    parameters,
    tenantId,
    actionDefinitionId: action.action_definition_id,
    protocolActionId,
    messageId: randomUUID(),
    correlationId: row.internal_work_unit_id,
    referenceId: null,
    match: undefined,
  };
  return { tenantId, mail: composeMail(order, await readNotificationAddress(db, tenantId)) };
};

/**
 * Renders the mail that a Send Email action of the unit's protocol would send now, and stores its HTML under an address
 * for five minutes. Throws 404 for a unit or action out of reach, 400 for an action that sends no mail.
 */
export const renderEmail = (services: Services, context: Context, request: EmailRender): Promise<EmailPreview> =>
  services.gate.write(context, scope, async (db) => {
    const { tenantId, mail } = await compose(services, db, context, request);
    await countCall(services, db, context, 'preview');
    const previewUrl = await storePreview(db, context, { tenantId, html: mail.html });
    return {
      to: mail.to.join(', '),
      cc: mail.cc.join(', '),
      bcc: mail.bcc.join(', '),
      subject: mail.subject,
      body: mail.html,
      text: mail.text,
      previewUrl,
    };
  });
