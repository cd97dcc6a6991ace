import { externalReportRows, toExternalReport, type ExternalReport } from '@cfs/contracts/communication-reports';
import { deliveryKinds, deliveryStates } from '@cfs/contracts/communication-subscribers';
import { systemContext } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Apply, Step, StepHandler, RecordingHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { deliverMail } from '../../actions/mails/deliver-mail.ts';
import { outcomeOf } from '../../actions/execute-action.ts';
import type { MailContent } from '../../actions/mails/templates/mail-content.ts';
import { renderMail } from '../../actions/mails/templates/render-mail.ts';
import { readTenantName } from '../../tenants/read-tenant-name.ts';
import { portalOrigin } from '../../work-units/read-described-unit.ts';
import { readInternalReport } from '../read-internal-report.ts';
import { rowTexts, stepTexts, titleText } from '../report-texts.ts';
import { endedDetail } from './end-subscription.ts';
import { mayConfirm, mayReceive } from './may-receive.ts';
import type { QueuedSubscriberMail } from './queue-subscriber-mails.ts';
import { confirmationMilliseconds, subscriberLink, type SubscriberLink } from './subscriber-link.ts';
import type { SubscriberDeliveryTable } from './subscriber-tables.ts';

const template = 'Detailed';
const detailLimit = 1_000;
/** Maximum number of communications that a digest describes. */
const digestLimit = 50;
const scope = ['WorkUnitCommunications:edit', 'WorkUnitCommunications:view', 'WorkUnits:view', 'Tenants:view'] as const;

const readExternalReport = async (
  db: ScopedDatabase,
  tenantId: string,
  communicationId: string | null,
): Promise<ExternalReport | undefined> => {
  const report = communicationId === null ? undefined : await readInternalReport(db, tenantId, communicationId);
  return report && toExternalReport(report, report.activities);
};

/** The communications of a digest in their current state, each with its title and impact. */
const digestText = async (db: ScopedDatabase, tenantId: string, digestId: string): Promise<string> => {
  const rows = await db
    .selectFrom('subscriber_deliveries')
    .select('work_unit_communication_id')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('digest_id', '=', digestId)
    .limit(digestLimit)
    .execute();
  const texts: string[] = [];
  for (const { work_unit_communication_id: id } of rows) {
    const report = await readExternalReport(db, tenantId, id);
    if (!report) continue;
    const impact = report.currentImpact ? `\n${report.currentImpact}` : '';
    texts.push(`${titleText(report)}${impact}`);
  }
  return texts.join('\n\n');
};

interface ComposedDelivery {
  readonly delivery: SubscriberDeliveryTable;
  readonly content: MailContent;
  readonly unsubscribeLink: string | undefined;
}

/** Composes the mail from the current data; returns a text with the reason if it must no longer be sent. */
const compose = async (services: Services, db: ScopedDatabase, step: Step): Promise<ComposedDelivery | string> => {
  const { deliveryId } = step.input as QueuedSubscriberMail;
  const { tenantId, context } = step;
  const delivery = await db
    .selectFrom('subscriber_deliveries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  const subscriber =
    delivery &&
    (await db
      .selectFrom('communication_subscribers')
      .select('subscriber_id')
      .where('tenant_id', '=', tenantId)
      .where('subscriber_id', '=', delivery.subscriber_id)
      .executeTakeFirst());
  if (!delivery || !subscriber) return endedDetail;
  const link = (action: 'confirm' | 'unsubscribe', expires?: Date): string => {
    const claim: SubscriberLink = { tenantId, subscriberId: subscriber.subscriber_id, expires };
    return subscriberLink(portalOrigin(services.configuration), services.keys, action, claim);
  };
  const tenantName = await readTenantName(db, tenantId);
  const title = delivery.subject;
  if (delivery.kind === deliveryKinds.Confirmation) {
    if (!(await mayConfirm(services, db, tenantId, delivery.address))) return 'Visitors may no longer subscribe.';
    const expires = new Date(context.clock.now().getTime() + confirmationMilliseconds);
    const body = `Somebody, probably you, asked that this address receives the communications of ${tenantName}. Confirm it within 48 hours. Ignore this mail if it was not you: nothing further is sent.`;
    const confirm = { label: 'Confirm the subscription', href: link('confirm', expires) };
    return { delivery, content: { title, body, facts: [], link: confirm }, unsubscribeLink: undefined };
  }
  if (!(await mayReceive(services, db, tenantId, delivery.address)))
    return 'The person may no longer see communications.';
  const unsubscribeLink = link('unsubscribe');
  const unsubscribe = { label: 'Unsubscribe', href: unsubscribeLink };
  if (delivery.kind === deliveryKinds.Digest) {
    const body = await digestText(db, tenantId, deliveryId);
    return { delivery, content: { title, body, facts: [], link: unsubscribe }, unsubscribeLink };
  }
  const report = await readExternalReport(db, tenantId, delivery.work_unit_communication_id);
  if (!report) return endedDetail;
  const facts = [['From', tenantName] as const, ...rowTexts(externalReportRows(report))];
  const content = { title: titleText(report), body: stepTexts(report).join('\n'), facts, link: unsubscribe };
  return { delivery, content, unsubscribeLink };
};

type Entry = Pick<SubscriberDeliveryTable, 'state' | 'accepted' | 'detail'> & { readonly subject?: string };

/** Records the result of a step's mail in the ledger. */
const enter = async (db: ScopedDatabase, { tenantId, input }: Step, entry: Entry): Promise<void> => {
  const { deliveryId } = input as QueuedSubscriberMail;
  await db
    .updateTable('subscriber_deliveries')
    .set({ ...entry, detail: entry.detail?.slice(0, detailLimit).toWellFormed() ?? null })
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', deliveryId)
    .execute();
};

const enterFailure =
  (step: Step, detail: string): Apply =>
  (db) =>
    enter(db, step, { state: deliveryStates.Failed, accepted: null, detail });

const run: StepHandler<Services> = async (step, services) => {
  const { deliveryId } = step.input as QueuedSubscriberMail;
  const { tenantId } = step;
  const context = systemContext({ name: 'worker', clock: services.clock, tenantId });
  const letter = await services.gate.read(context, scope, (db) => compose(services, db, step));
  if (typeof letter === 'string') return { kind: 'done', apply: enterFailure(step, letter) };
  const { delivery, content, unsubscribeLink } = letter;
  const execution = await deliverMail(services, step, {
    to: [delivery.address],
    cc: [],
    bcc: [],
    subject: content.title,
    isImportant: false,
    template,
    messageId: deliveryId,
    unsubscribeLink,
    ...renderMail(template, content),
  });
  const isHeld = services.configuration.smtpUrl === undefined;
  return outcomeOf(execution, async (db, _change, result) => {
    if (result.kind === 'again' && !step.isLastAttempt) return;
    const isTaken = result.kind === 'done';
    await enter(db, step, {
      // The title and status of a report may have changed since its mail was queued.
      subject: content.title,
      state: isTaken ? (isHeld ? deliveryStates.Held : deliveryStates.Accepted) : deliveryStates.Failed,
      accepted: isTaken && !isHeld ? services.clock.now() : null,
      detail: result.detail,
    });
  });
};

/** Sends a mail of the ledger, and records when the mail server accepted it, or why it did not. */
export const sendSubscriberMail: RecordingHandler<Services> = { run, gaveUp: enterFailure };
