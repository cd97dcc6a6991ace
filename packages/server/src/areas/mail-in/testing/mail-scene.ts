import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { ReceivedMail } from '@cfs/contracts/received-mails';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';
import { replyAddress } from '../../work-units/mails/reply-address.ts';
import { startMailListener, type MailListener } from '../listener/start-mail-listener.ts';
import { deliver, mailInSettings, testDomain, type TestMail } from './deliver-mail.ts';

/** A server that receives mails for its own tenant, `support@`, and for the foreign one, `foreign@`. */
export interface MailScene {
  readonly server: TestServer;
  readonly listener: MailListener;
  send(mail?: TestMail): Promise<string>;
  /** Sends a mail; resolves with the code of its refusal, or undefined if it is accepted. */
  refused(mail: TestMail): Promise<number | undefined>;
  /** The received mails of a tenant, newest first. */
  received(tenantId?: string): Promise<ReceivedMail[]>;
  units(): Promise<Readonly<Record<string, unknown>>[]>;
  stream(workUnitId: number): Promise<readonly WorkUnitHistoryRecord[]>;
  replyTo(workUnitId: number, tenantId?: string): string;
  close(): Promise<void>;
}

export interface MailSceneOptions extends TestServerOptions {
  /** Aborts when the process starts to drain. */
  readonly draining?: AbortSignal;
}

export const createMailScene = async (options: MailSceneOptions = {}): Promise<MailScene> => {
  const server = await startTestServer({ ...options, environment: { ...mailInSettings, ...options.environment } });
  const { services, tenants } = server;
  const { mailIn } = services.configuration;
  if (!mailIn) throw new TypeError('The settings of the scene receive no mails.');
  const administrator = server.as('Administrator', 'all');
  for (const [localPart, tenantId] of [
    ['support', tenants.own],
    ['foreign', tenants.foreign],
  ] as const)
    await administrator.put(`/v1/tenants/${tenantId}/mailaddress`, { localPart });
  const listener = await startMailListener(services, mailIn, options.draining);
  const rows = async <Row>(address: string, tenantId?: string): Promise<Row[]> =>
    ((await server.as('Administrator', tenantId).get(address)).body as { value: Row[] }).value;
  /** Advances the clock before each mail, so that a list by time has a defined order. */
  const deliverNext = (mail: TestMail): Promise<string> => {
    server.clock.advance(1);
    return deliver(listener.port, mail);
  };
  return {
    server,
    listener,
    send: (mail = {}) => deliverNext(mail),
    refused: (mail) =>
      deliverNext(mail).then(
        () => undefined,
        (error: { responseCode?: number }) => error.responseCode,
      ),
    received: (tenantId) => rows('/v1/receivedMails', tenantId),
    units: () => rows('/v1/workunits?$orderby=workUnitId desc'),
    stream: (workUnitId) => rows(`/v1/workunits/GetWorkUnitHistoryRecords?@workUnitId=${workUnitId}`),
    replyTo: (workUnitId, tenantId = tenants.own) => replyAddress(services.keys, testDomain, { tenantId, workUnitId }),
    async close() {
      await listener.close();
      await server.close();
    },
  };
};
