import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { serverProgram } from './child-program.ts';
import { ownProcessorSeconds, residentMebibytes, treeProcessorSeconds } from './process-figures.ts';
import { percentile, report } from './report.ts';
import type { Serving } from './serving.ts';
import { connectSmtp, type RawMail, type SmtpSender } from './smtp-sender.ts';

const domain = 'help.bench.example';
const mailServer = 'mx.bench.example';
const attachmentBytes = 102_400;
const perSecond = 100;
const connections = 16;
const senders = 500;
const maxMilliseconds = 1_000;

/** Settings of a server that accepts mails on this port from one mail server without rate limits. */
export const mailInEnvironment = (port: number): Readonly<Record<string, string>> => ({
  MAIL_IN_PORT: String(port),
  MAIL_IN_DOMAIN: domain,
  MAIL_IN_AUTHSERV_ID: mailServer,
  MAIL_IN_SENDER_RATE_LIMIT: '1000000',
  MAIL_IN_TENANT_RATE_LIMIT: '1000000',
  MAIL_IN_RELAY_RATE_LIMIT: '1000000',
});

const base64Lines = (content: Buffer): string => content.toString('base64').replaceAll(/.{76}/g, '$&\r\n');

/** A picture of random bytes, which cannot be compressed, as a part of a mail; created once. */
const attachment = Buffer.from(
  [
    '--part',
    'Content-Type: image/png; name="screen.png"',
    'Content-Disposition: attachment; filename="screen.png"',
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(attachmentBytes - 8)])),
    '--part--',
    '',
  ].join('\r\n'),
);

const mailOf = (count: number): RawMail => {
  const from = `person${count % senders}@bench.example`;
  const to = `support@${domain}`;
  const head = [
    `Authentication-Results: ${mailServer}; dmarc=pass header.from=bench.example`,
    `From: Person ${count % senders} <${from}>`,
    `To: ${to}`,
    `Subject: The printer of floor ${count} is out of order`,
    `Message-ID: <${randomUUID()}@bench.example>`,
    'Date: Mon, 23 Nov 2026 08:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `It shows error ${count}. Please see the picture.`,
    '',
    '',
  ].join('\r\n');
  return { from, to, content: [Buffer.from(head), attachment] };
};

interface Delivered {
  readonly seconds: number;
  /** Milliseconds of each mail, from its due time to its response 250. */
  readonly samples: readonly number[];
}

/**
 * Delivers mails for `milliseconds`: each as soon as the previous one has been answered, or `rate` per second. Mails
 * that are due wait for a free connection and are timed from when they were due.
 */
const deliver = async (pool: readonly SmtpSender[], milliseconds: number, rate = Infinity): Promise<Delivered> => {
  const began = performance.now();
  const samples: number[] = [];
  let next = 0;
  const connection = async (sender: SmtpSender): Promise<void> => {
    for (;;) {
      const count = next++;
      const due = Math.max(began + (count * 1_000) / rate, rate === Infinity ? performance.now() : 0);
      if (due > began + milliseconds) return;
      const early = due - performance.now();
      if (early > 0) await wait(early);
      await sender.send(mailOf(count));
      samples.push(performance.now() - due);
    }
  };
  await Promise.all(pool.map(connection));
  return { seconds: (performance.now() - began) / 1_000, samples };
};

const mebibytesStored = async ({ owner }: Serving): Promise<number> => {
  const { rows } = await owner.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(rows[0]?.bytes) / 1_048_576;
};

/** The number of units created from the mails, and of their files. */
const made = async ({ owner }: Serving): Promise<{ readonly units: number; readonly files: number }> => {
  const { rows } = await owner.query<{ units: string; files: string }>(
    `select (select count(*) from cfs.work_units where source = 'Mail') as units,
       (select count(*) from cfs.work_unit_attachments) as files`,
  );
  return { units: Number(rows[0]?.units), files: Number(rows[0]?.files) };
};

/**
 * Delivers mails with an attachment of 100 KiB to the listener, which responds to each after its commit: 100 per
 * second, then at the highest possible rate. The load generator counts as well, because it runs on the same machine.
 */
export const benchmarkMailIn = async (serving: Serving, milliseconds: number): Promise<void> => {
  const { origin, tenants, product, environment } = serving;
  const answer = await request(`${origin}/v1/tenants/${tenants.one}/mailaddress`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await serving.tokenOf('admin')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ localPart: 'support' }),
  });
  assert.equal(answer.statusCode, 200, await answer.body.text());
  const server = (await product.childId(serverProgram)) ?? serving.serverProcess();
  const port = Number(environment['MAIL_IN_PORT']);
  const before = await made(serving);
  const pool = await Promise.all(Array.from({ length: connections }, () => connectSmtp(port)));
  let missed = 0;
  let delivered = 0;
  // Warm-up.
  delivered += (await deliver(pool, 2_000, perSecond / 2)).samples.length;
  for (const [name, rate] of [
    [`${perSecond} a second`, perSecond],
    ['as many as are taken', Infinity],
  ] as const) {
    const [serverBefore, databaseBefore, storedBefore] = [
      await ownProcessorSeconds(server),
      await treeProcessorSeconds(serving.databaseProcess),
      await mebibytesStored(serving),
    ];
    let peak = 0;
    const watch = setInterval(() => void residentMebibytes(server).then((now) => (peak = Math.max(peak, now))), 250);
    const { seconds, samples } = await deliver(pool, milliseconds, rate);
    clearInterval(watch);
    delivered += samples.length;
    const accepted = samples.length / seconds;
    const p95 = percentile(samples, 0.95);
    if (rate === perSecond && (accepted < 0.97 * perSecond || p95 > maxMilliseconds)) missed += 1;
    const tell = (what: string, value: number, unit: string): void =>
      report({ name: `mail in, ${name}: ${what}`, value, unit });
    tell('accepted', accepted, 'per second');
    tell(`from the time it was due to its 250, p95 (at most ${maxMilliseconds} ms)`, p95, 'ms');
    tell('server', ((await ownProcessorSeconds(server)) - serverBefore) / seconds, 'cores');
    tell('database', ((await treeProcessorSeconds(serving.databaseProcess)) - databaseBefore) / seconds, 'cores');
    tell('resident memory of the server at its peak', peak, 'MiB');
    const stored = (await mebibytesStored(serving)) - storedBefore;
    tell('stored of a mail', (stored * 1_024) / samples.length, 'KiB');
  }
  for (const sender of pool) sender.quit();
  const after = await made(serving);
  const missing = 2 * delivered - (after.units - before.units) - (after.files - before.files);
  if (missing !== 0) missed += 1;
  report({ name: 'mail in, requests and files missing of mails answered with 250', value: missing, unit: 'pieces' });
  report({ name: 'mail in, figures that miss their limit', value: missed, unit: 'figures' });
};
