import { personInviteSchema } from '@cfs/contracts/access-people';
import { tenantCreateSchema } from '@cfs/contracts/tenants';
import { addGrant, removeGrant } from '../areas/access/grants/write-grants.ts';
import { releasePerson } from '../areas/access/people/release-person.ts';
import { invitePerson, updatePerson } from '../areas/access/people/write-people.ts';
import { importControlSetFile } from '../areas/compliance/import-control-set.ts';
import { rotateSecrets, tenantsWithSecrets } from '../areas/secrets/rotate-secrets.ts';
import { createTenant } from '../areas/tenants/write-tenants.ts';
import type { AccessSnapshot, PersonRecord } from '../platform/access/access-snapshot.ts';
import { createAuditChain } from '../platform/audit/audit-chain.ts';
import { systemContext, systemTenantId, type Context } from '../platform/context.ts';
import { toTenantId } from '../platform/odata/wire-form.ts';
import type { Services } from '../platform/services.ts';
import { runConfig } from './run-config.ts';
import { findGrants } from './find-grants.ts';
import { readControlFiles } from './read-control-files.ts';
import { placeName } from './place-name.ts';
import { verifyAudit } from './verify-audit.ts';
import type { Holder, Place, ServiceCommand, ServiceRequest } from './read-command.ts';
import { usage } from './read-command.ts';
import { CommandError } from './command-error.ts';

/** The context of the user at the console, who may do everything in a tenant or in all. */
const commandLineIn = ({ clock }: Services, tenantId: string): Context =>
  systemContext({ name: 'command line', clock, tenantId });

/**
 * Runs one command as the actor "command line", who may do everything. Returns the lines to print.
 *
 * @throws CommandError, or a Problem of the areas, with one line for the user at the console.
 */
export const runCommand = async (services: Services, request: ServiceRequest): Promise<readonly string[]> => {
  const provider = request.provider ?? services.identity.provider;
  const context = commandLineIn(services, 'all');
  const snapshot = await services.snapshot.refresh();

  /** The person with the mail and the invitations that were not accepted yet, the person first. */
  const people = (mail: string): readonly [PersonRecord, ...PersonRecord[]] => {
    const [first, ...more] = [snapshot.peopleByMail, snapshot.invitationsByMail]
      .flatMap((known) => known.get(mail.toLowerCase()) ?? [])
      .filter((each) => each.provider === provider);
    if (!first) throw new CommandError(`${mail} is not invited for ${provider}. Use invite first.`);
    return [first, ...more];
  };
  const tenantId = (place: Place): string | null => (place === 'all' ? null : tenantOf(snapshot, place.tenant));
  const holderIds = (holder: Holder) =>
    'mail' in holder ? { userIds: people(holder.mail).map(({ userId }) => userId) } : { groupName: holder.group };
  const nameOf = (holder: Holder): string => ('mail' in holder ? holder.mail : holder.group);

  const run = async (command: ServiceCommand): Promise<readonly string[]> => {
    switch (command.verb) {
      case 'help':
        return [usage];
      case 'grant': {
        const { holder, role, place } = command;
        const to = 'mail' in holder ? { userId: people(holder.mail)[0].userId } : { groupName: holder.group };
        await addGrant(services, context, { ...to, roleName: role, tenantId: tenantId(place) });
        return [`${nameOf(holder)} is ${role} in ${placeName(snapshot, tenantId(place))} now.`];
      }
      case 'revoke': {
        const { holder, role, place } = command;
        const [found] = await findGrants(services, context, {
          ...holderIds(holder),
          roleName: role,
          place: tenantId(place) ?? systemTenantId,
        });
        const where = placeName(snapshot, tenantId(place));
        if (!found) throw new CommandError(`${nameOf(holder)} is not ${role} in ${where}.`);
        await removeGrant(services, context, found.grant_id);
        return [`${nameOf(holder)} is no longer ${role} in ${where}.`];
      }
      case 'list-grants': {
        const found = await findGrants(services, context, {
          ...(command.holder && holderIds(command.holder)),
          ...(command.place && { place: tenantId(command.place) ?? systemTenantId }),
        });
        return found.map((row) => {
          const kind = row.user_id === null ? 'group' : 'person';
          const where = placeName(snapshot, toTenantId(row.tenant_id));
          return [kind, row.holder, row.role_name, where].join('\t');
        });
      }
      case 'invite': {
        const { mail, name, grant } = command;
        const body = personInviteSchema.safeParse({
          mail,
          name,
          provider,
          ...(grant && { roleName: grant.role, tenantId: tenantId(grant.place) }),
        });
        if (!body.success) throw new CommandError(body.error.issues.map((issue) => issue.message).join(' '));
        await invitePerson(services, context, body.data);
        return [`${mail} is invited for ${provider}.`];
      }
      case 'disable':
      case 'enable': {
        for (const { userId } of people(command.mail))
          await updatePerson(services, context, userId, { enabled: command.verb === 'enable' });
        return [`${command.mail} is ${command.verb}d.`];
      }
      case 'release': {
        await releasePerson(services, context, people(command.mail)[0]);
        return [`${command.mail} is released: the next account with that verified mail becomes theirs.`];
      }
      case 'create-tenant': {
        const body = tenantCreateSchema.safeParse({ name: command.name });
        if (!body.success) throw new CommandError(body.error.issues.map((issue) => issue.message).join(' '));
        // Commands refer to tenants by their names.
        if (tenantsNamed(snapshot, body.data.name).length > 0)
          throw new CommandError(`A tenant "${body.data.name}" already exists.`);
        const { name, tenantId } = await createTenant(services, context, body.data);
        return [`The tenant ${name} is created, with the id ${tenantId}.`];
      }
      case 'import-controls': {
        const file = await readControlFiles(command.file, command.profile);
        const place = tenantId(command.place);
        const imported = await importControlSetFile(services, context, file, place);
        const { name, added, changed, unchanged, retired } = imported;
        const counts = `${added} added, ${changed} changed, ${unchanged} unchanged, ${retired} retired`;
        return [`The control set ${name} is in ${placeName(snapshot, place)}: ${counts}.`];
      }
      case 'config': {
        if (command.step === 'schema') return runConfig(services, context, command);
        const place = tenantOf(snapshot, command.tenant);
        return runConfig(services, commandLineIn(services, place), command);
      }
      case 'audit-verify':
        return verifyAudit(
          services,
          command.place === undefined || command.place === 'all' ? 'all' : [tenantOf(snapshot, command.place.tenant)],
          (each) => placeName(snapshot, toTenantId(each)),
          command.heads,
        );
      case 'rotate-secrets': {
        const tenantIds =
          command.place === undefined || command.place === 'all'
            ? await tenantsWithSecrets(services, context)
            : [tenantOf(snapshot, command.place.tenant)];
        const lines: string[] = [];
        for (const each of tenantIds) {
          const count = await rotateSecrets(services, context, each);
          lines.push(
            `${placeName(snapshot, each)}: ${count} ${count === 1 ? 'secret is' : 'secrets are'} encrypted under a new key`,
          );
        }
        return lines.length === 0 ? ['No tenant has secrets.'] : lines;
      }
      case 'audit-anchor': {
        const count = await createAuditChain(services.gate, services.clock, services.keys).anchor();
        return [`The chains of ${count} tenants are accepted as they are.`];
      }
    }
  };
  return run(request);
};

const tenantsNamed = ({ tenantsByName }: AccessSnapshot, text: string) => {
  const wanted = text.trim().toLowerCase();
  return tenantsByName.filter(({ name }) => name.toLowerCase() === wanted);
};

const tenantOf = (snapshot: AccessSnapshot, text: string): string => {
  const known = snapshot.tenants.get(text.trim().toLowerCase());
  if (known) return known.tenantId;
  const [found, second] = tenantsNamed(snapshot, text);
  if (!found) throw new CommandError(`There is no tenant "${text}".`);
  if (second) throw new CommandError(`Several tenants are called "${text}": give the id of one.`);
  return found.tenantId;
};
