import { isSameMail } from '@cfs/contracts/is-same-mail';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Context } from '../../../platform/context.ts';
import { batchedByTenant } from '../../../platform/database/batched-calls.ts';
import type { StepHandler, RecordingHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { addressesIn, oneLine } from '../../actions/mails/compose-mail.ts';
import { deliverMail } from '../../actions/mails/deliver-mail.ts';
import type { MailContent, MailLink } from '../../actions/mails/templates/mail-content.ts';
import { renderMail } from '../../actions/mails/templates/render-mail.ts';
import { outcomeOfMail } from '../../actions/mails/outcome-of-mail.ts';
import { readNotificationAddress } from '../../tenants/read-notification-address.ts';
import { factsOf, type DescribedWorkUnit } from './describe-work-unit.ts';
import { readCopiesOfUnits } from './copies.ts';
import { replyAddress } from './reply-address.ts';
import { addSystemHistory } from '../history/add-system-history.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';
import { readDescribedUnits, portalOrigin } from '../read-described-unit.ts';
import { scoreLinkKey, scoreLinks } from '../score/score-link.ts';
import type { QueuedUnitMail } from './unit-mail.ts';

/** The facts that stakeholders see. The resolution is not among them, since it is the body of its mail. */
const stakeholderFacts: ReadonlySet<string> = new Set(['Work unit', 'State']);

/** The link for the stakeholder; only for incidents, since the Resolution Center shows no other types. */
const requestLink = (origin: string, { tenantId, workUnitId, workUnitTypeId }: WorkUnit): MailLink | undefined =>
  workUnitTypeId === workUnitTypes.Incident
    ? { label: 'Open your request', href: `${origin}/${tenantId}/resolutioncenter?workUnitId=${workUnitId}` }
    : undefined;

/** The content of the mail; for stakeholders without details of how staff handle the request. */
const contentOf = (
  described: DescribedWorkUnit,
  input: QueuedUnitMail,
  origin: string,
  key: Buffer | undefined,
  now: Date,
): MailContent => {
  const { unit } = described;
  const forStakeholder = input.to === 'stakeholder';
  const facts = factsOf(described);
  const title = input.title ?? `WU #${unit.publicWorkUnitId}: ${unit.title}`;
  return {
    title: oneLine(title),
    body: input.body ?? unit.description ?? '',
    facts: forStakeholder
      ? [['Request', unit.title], ...facts.filter(([label]) => stakeholderFacts.has(label))]
      : facts,
    link: forStakeholder ? requestLink(origin, unit) : { label: 'Open the work unit', href: described.url },
    ...(key && { choices: scoreLinks(origin, key, unit, now) }),
  };
};

interface Wanted extends WorkUnitKey {
  readonly context: Context;
}

/** Reads the data of a mail about a unit; concurrent reads are combined into one. */
const readMailed = batchedByTenant(
  ({ gate, configuration }: Services, wanted: readonly Wanted[], { context, tenantId }: Wanted) =>
    gate.read(context, 'WorkUnits:view', async (db) => {
      const workUnitIds = wanted.map(({ workUnitId }) => workUnitId);
      const units = await readDescribedUnits(configuration, db, tenantId, workUnitIds);
      const copies = await readCopiesOfUnits(db, tenantId, workUnitIds);
      const internal = await readNotificationAddress(db, tenantId);
      return wanted.map(({ workUnitId }) => ({
        described: units.get(workUnitId),
        copies: copies.get(workUnitId) ?? [],
        internal,
      }));
    }),
);

const run: StepHandler<Services> = async (step, services) => {
  const input = step.input as QueuedUnitMail;
  const { tenantId, context } = step;
  const stream = { tenantId, workUnitId: input.workUnitId };
  const asksForScore = input.template === 'ResolutionCenterResolved';
  const key = asksForScore ? scoreLinkKey(services.keys, tenantId) : undefined;
  const { described, internal, copies } = await readMailed(services, { ...stream, context });
  if (!described) return { kind: 'failed', reason: 'The work unit no longer exists.' };
  const { mailIn } = services.configuration;
  const address =
    input.to === 'internal'
      ? internal
      : input.to === 'stakeholder'
        ? (described.unit.stakeHolderEmailAddress ?? '')
        : input.to.mail;
  const to = addressesIn(address);
  if (to.length === 0) return { kind: 'failed', reason: 'There is no address to send the mail to.' };
  const content = contentOf(described, input, portalOrigin(services.configuration), key, context.clock.now());
  // No copies of mails with score links, which only the stakeholder may use.
  const copied = input.to === 'stakeholder' && !asksForScore ? copies : [];
  const cc = copied.filter((copy) => ![...to, input.author].some((each) => isSameMail(each ?? null, copy)));
  const only = input.only?.filter((address) => [...to, ...cc].some((each) => isSameMail(each, address)));
  if (only?.length === 0)
    return { kind: 'failed', reason: 'The remaining recipients are no longer addresses of the work unit.' };
  const mail = {
    to,
    cc,
    bcc: [],
    only,
    ...(mailIn && input.to === 'stakeholder' && { replyTo: replyAddress(services.keys, mailIn.domain, stream) }),
    subject: content.title,
    isImportant: false,
    template: input.template,
    ...renderMail(input.template, content),
  };
  const execution = await deliverMail(services, step, { ...mail, messageId: input.messageId });
  return outcomeOfMail(step, execution, async (db, _change, failure) => {
    const missed = failure.isPartial ? 'was not sent to all recipients' : 'was not sent';
    const detail = `The mail "${mail.subject}" ${missed}. ${failure.detail}`;
    await addSystemHistory(db, context, stream, [{ historyType: 'General', detail }]);
  });
};

/** Sends a queued mail about a unit; if it does not reach all recipients, the unit's history gets an entry. */
export const sendUnitMail: RecordingHandler<Services> = {
  run,
  gaveUp:
    ({ context, tenantId, input }, reason) =>
    (db) => {
      const { workUnitId, only } = input as QueuedUnitMail;
      const recipients = only ? ` to ${only.join(', ')}` : '';
      const detail = `A mail about the work unit may not have been sent${recipients}. ${reason}`;
      return addSystemHistory(db, context, { tenantId, workUnitId }, [{ historyType: 'General', detail }]);
    },
};
