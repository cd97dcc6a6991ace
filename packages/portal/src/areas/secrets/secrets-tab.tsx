import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { maxSecretsPerTenant, secretPlaceholder, type Secret } from '@cfs/contracts/secrets';
import { useState } from 'react';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { SecretItem } from './secret-item.tsx';
import { deleteSecret, saveSecret, useSecrets } from './secret-queries.ts';

/** The secrets of a tenant: names, one value on demand, add, replace, delete. */
export const SecretsTab = ({ tenantId }: { readonly tenantId: string }) => {
  const secrets = useSecrets(tenantId);
  const [edited, setEdited] = useState<Secret | 'new'>();
  const ask = useAsk();
  const remove = async (secret: Secret): Promise<void> => {
    const text = `Delete ${secret.name}? Its value cannot be recovered.`;
    const question = { title: 'Delete Secret', text, yes: 'Delete', no: 'Cancel', isDestructive: true };
    if ((await ask(question)) === undefined) return;
    try {
      await deleteSecret(tenantId, secret);
      notify.success(`${secret.name} was deleted.`);
    } catch (error) {
      notifyProblem(error);
    } finally {
      await secrets.refetch();
    }
  };
  const add = (
    <Button
      variant="outlined"
      startIcon={<AddIcon />}
      disabled={(secrets.data?.length ?? 0) >= maxSecretsPerTenant}
      onClick={() => setEdited('new')}
    >
      Add secret
    </Button>
  );
  return (
    <>
      <QueryResult query={secrets}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No secrets yet"
              hint="Keep passwords, tokens and keys here, encrypted, and let actions send them without showing them."
              action={add}
            />
          ) : (
            <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'start', gap: 3 }}>
              <Typography variant="body2" color="textSecondary">
                Actions read a secret as {secretPlaceholder('name')}. Revealing a value is recorded in the audit.
              </Typography>
              {add}
              <Box
                component="ul"
                aria-label="Secrets"
                sx={{ width: 1, m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: 1 }}
              >
                {rows.map((secret) => (
                  <SecretItem
                    key={secret.id}
                    tenantId={tenantId}
                    secret={secret}
                    onReplace={() => setEdited(secret)}
                    onDelete={() => void remove(secret)}
                  />
                ))}
              </Box>
            </Box>
          )
        }
      </QueryResult>
      {edited && (
        <SecretDialog
          {...(edited !== 'new' && { secret: edited })}
          onSave={async (body) => {
            await saveSecret(tenantId, body);
            notify.success(`${body.name} was saved.`);
            await secrets.refetch();
          }}
          onReload={async () => (await secrets.refetch()).data ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
};
