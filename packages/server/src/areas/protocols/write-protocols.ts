import { randomUUID } from 'node:crypto';
import type { ProtocolCreate, ProtocolUpdate } from '@cfs/contracts/protocols';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import { systemTenantId, type Context } from '../../platform/context.ts';
import { expectModified } from '../../platform/modified.ts';
import { conflict, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { ownerTenant } from '../tenants/owner-tenant.ts';
import { describeProtocolUse, type ProtocolUse } from './describe-protocol-use.ts';
import { lockProtocol } from './lock-protocol.ts';
import { scheduleProtocolTimer } from './protocol-timer.ts';

type Needs = Pick<Services, 'gate' | 'work'>;

const secondsOf = (timerInverval: string): number => {
  const seconds = parseTimeSpan(timerInverval);
  if (seconds === undefined) throw new TypeError(`${timerInverval} is not a time span.`);
  return seconds;
};

/** Creates a protocol, schedules its timer, and returns its id. */
export const createProtocol = (services: Needs, context: Context, protocol: ProtocolCreate): Promise<string> =>
  services.gate.write(context, { permission: 'WorkUnits.Protocols:create', shared: true }, async (db, change) => {
    const tenantId = await ownerTenant(db, context, 'WorkUnits.Protocols:create', protocol.tenantId);
    const id = randomUUID();
    const columns = {
      name: protocol.name,
      description: protocol.description ?? null,
      timer_seconds: secondsOf(protocol.timerInverval),
    };
    await db
      .insertInto('protocols')
      .values({
        ...columns,
        tenant_id: tenantId,
        protocol_id: id,
        ...change.created(),
      })
      .execute();
    await scheduleProtocolTimer(services, db, context, { tenantId, protocolId: id, seconds: columns.timer_seconds });
    await change.record({ entity: 'Protocol', id, tenantId, after: columns });
    return id;
  });

/**
 * Changes the fields of a protocol that the body contains; a new interval starts now.
 *
 * @throws 409 if the row has changed since the caller read it.
 */
export const updateProtocol = (services: Needs, context: Context, id: string, body: ProtocolUpdate): Promise<void> =>
  services.gate.write(context, { permission: 'WorkUnits.Protocols:edit', shared: true }, async (db, change) => {
    const before = await lockProtocol(db, context, 'WorkUnits.Protocols:edit', id);
    expectModified(before.modified, body.modified);
    const tenantId = before.tenant_id;
    if (body.tenantId !== undefined && (body.tenantId ?? systemTenantId) !== tenantId)
      throw invalid({ TenantId: ['The tenant of a protocol cannot be changed.'] });
    const columns = {
      name: body.name ?? before.name,
      description: body.description === undefined ? before.description : body.description,
      timer_seconds: body.timerInverval === undefined ? before.timer_seconds : secondsOf(body.timerInverval),
    };
    await db
      .updateTable('protocols')
      .set({
        ...columns,
        ...change.modified(before),
      })
      .where('tenant_id', '=', tenantId)
      .where('protocol_id', '=', id)
      .execute();
    if (columns.timer_seconds !== before.timer_seconds)
      await scheduleProtocolTimer(services, db, context, { tenantId, protocolId: id, seconds: columns.timer_seconds });
    await change.record({ entity: 'Protocol', id, tenantId, before, after: columns });
  });

/**
 * Deletes an unused protocol with its actions.
 *
 * @throws 409 that names its uses.
 */
export const deleteProtocol = (services: Needs, uses: ProtocolUse, context: Context, id: string): Promise<void> =>
  services.gate.write(context, { permission: 'WorkUnits.Protocols:delete', shared: true }, async (db, change) => {
    const before = await lockProtocol(db, context, 'WorkUnits.Protocols:delete', id);
    const use = await describeProtocolUse(uses, db, context, id);
    if (use !== undefined) throw conflict(`The protocol is in use by ${use}.`);
    await db.deleteFrom('protocols').where('tenant_id', '=', before.tenant_id).where('protocol_id', '=', id).execute();
    await change.record({ entity: 'Protocol', id, tenantId: before.tenant_id, before });
  });
