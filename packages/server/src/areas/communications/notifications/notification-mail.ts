import { internalReportRows } from '@cfs/contracts/communication-reports';
import { sql } from 'kysely';
import type { MailContent } from '../../actions/mails/templates/mail-content.ts';
import type { Apply, Step, StepHandler, RecordingHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { oneLine } from '../../actions/mails/compose-mail.ts';
import { deliverMail } from '../../actions/mails/deliver-mail.ts';
import { outcomeOfMail, type MailStepInput } from '../../actions/mails/outcome-of-mail.ts';
import { renderMail } from '../../actions/mails/templates/render-mail.ts';
import { portalOrigin } from '../../work-units/read-described-unit.ts';
import { readInternalReport } from '../read-internal-report.ts';
import { rowTexts, stepTexts } from '../report-texts.ts';

/** Handler of the steps that mail an internal notification. */
export const notificationMailHandler = 'internal-notification';

/** The input of a step. */
export interface QueuedNotification extends MailStepInput {
  readonly communicationId: string;
  readonly notificationId: string;
  readonly recipients: readonly string[];
}

/** Maximum number of characters of a stored failure. */
const failureLimit = 1_000;

const template = 'CfsInternalWuCommNotification';

/** Appends a delivery failure to a notification. */
const addFailure =
  ({ tenantId, input }: Step, detail: string): Apply =>
  async (db, change) => {
    const { communicationId, notificationId } = input as QueuedNotification;
    change.exempt('internal_notifications', 'durable work');
    await db
      .updateTable('internal_notifications')
      // An earlier attempt may have failed for another address.
      .set({ failure: sql`left(concat_ws(' ', failure, ${detail.toWellFormed()}::text), ${failureLimit}::integer)` })
      .where('tenant_id', '=', tenantId)
      .where('work_unit_communication_id', '=', communicationId)
      // A later notification has its own mail.
      .where('notification_id', '=', notificationId)
      .execute();
  };

const run: StepHandler<Services> = async (step, services) => {
  const { communicationId, notificationId, recipients, only } = step.input as QueuedNotification;
  const { tenantId, context } = step;
  const report = await services.gate.read(context, ['WorkUnitCommunications:view', 'WorkUnits:view'], (db) =>
    readInternalReport(db, tenantId, communicationId),
  );
  if (!report) return { kind: 'failed', reason: 'The communication no longer exists.' };
  const number = report.publicWorkUnitCommunicationId;
  const content: MailContent = {
    title: oneLine(`WUCOMM #${number}: ${report.title}`),
    body: stepTexts(report).join('\n'),
    facts: rowTexts(internalReportRows(report)),
    link: {
      label: 'Open the communication',
      href: `${portalOrigin(services.configuration)}/${tenantId}/workunitcommunications?publicWuCommId=${number}`,
    },
  };
  const execution = await deliverMail(services, step, {
    to: recipients,
    cc: [],
    bcc: [],
    only,
    subject: content.title,
    isImportant: false,
    template,
    messageId: notificationId,
    ...renderMail(template, content),
  });
  return outcomeOfMail(step, execution, async (db, change, { detail }) => {
    await addFailure(step, detail)(db, change);
  });
};

/** Mails the current state of a communication to the tenant's internal notification address. */
export const mailNotification: RecordingHandler<Services> = { run, gaveUp: addFailure };
