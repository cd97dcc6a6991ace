import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { enrolmentText } from '@cfs/contracts/agent-protocol';
import type { Enrolment } from '@cfs/contracts/agents';
import type { Product } from '../harness/product.ts';

/** The properties of a machine that waits to be promoted. */
export type Machine = Pick<
  Enrolment,
  'machineName' | 'operatingSystem' | 'platform' | 'architecture' | 'ipAddress' | 'agentVersion'
>;

/** Enrols a machine with a new key, as an agent does at its first start. */
export async function enrolMachine({ address }: Product, token: string, machine: Machine): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const body: Enrolment = {
    ...machine,
    publicKey: raw.toString('base64url'),
    keyFingerprint: `SHA256:${createHash('sha256').update(raw).digest('base64').replace(/=+$/, '')}`,
    signature: sign(null, Buffer.from(enrolmentText(tokenHash, machine.machineName)), privateKey).toString('base64url'),
  };
  const answer = await fetch(`${address}/v1/agents/enrol`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The machine was not enrolled: ${answer.status} ${await answer.text()}`);
}
