import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { deleteActionDefinition } from './action-definition-queries.ts';
import type { ActionDefinitionRow } from './action-definition.ts';
import { actionDefinitionSet } from './offered-actions.ts';

const question = {
  title: 'Delete Action Definition',
  text: 'Are you sure that you would like to delete this action definition and remove any Protocol and/or Rule associations?',
  yes: 'Delete',
  no: 'Cancel',
  isDestructive: true,
};

interface Dependencies {
  readonly protocols: readonly { readonly protocolId: string; readonly name: string }[];
  readonly rules: readonly { readonly ruleId: string; readonly name: string }[];
}

interface Answer<Row> {
  readonly value: readonly Row[];
}

const useDependencies = (actionDefinitionId: string) =>
  useQuery({
    queryKey: ['actionDependencies', actionDefinitionId],
    queryFn: async ({ signal }): Promise<Dependencies> => {
      const parameter = `(actionDefinitionId=${actionDefinitionId})`;
      const [protocols, rules] = await Promise.all([
        api.get<Answer<Dependencies['protocols'][number]>>(`/v1/protocols/GetProtocolsForAction${parameter}`, {
          signal,
        }),
        api.get<Answer<Dependencies['rules'][number]>>(`/v1/rules/GetRulesForAction${parameter}`, { signal }),
      ]);
      return { protocols: protocols.value, rules: rules.value };
    },
    // Removed from the cache on unmount: another person may add dependencies in the meantime.
    gcTime: 0,
  });

interface DependencyListProps {
  readonly title: string;
  readonly none: string;
  readonly names: readonly (readonly [id: string, name: string])[];
}

const DependencyList = ({ title, none, names }: DependencyListProps) => (
  <section>
    <Typography variant="h3" sx={{ mb: 1 }}>
      {title} ({names.length})
    </Typography>
    {names.length === 0 ? (
      <Typography variant="body2" color="textSecondary">
        {none}
      </Typography>
    ) : (
      <Box component="ul" aria-label={title} sx={{ m: 0, pl: 5, overflowWrap: 'anywhere' }}>
        {names.map(([id, name]) => (
          <li key={id}>{name}</li>
        ))}
      </Box>
    )}
  </section>
);

interface ConfirmDependenciesProps {
  readonly definition: ActionDefinitionRow;
  readonly onClose: () => void;
}

const ConfirmDependencies = ({ definition, onClose }: ConfirmDependenciesProps) => {
  const { actionDefinitionId, name } = definition;
  const dependencies = useDependencies(actionDefinitionId);
  const ask = useAsk();
  const refresh = useRefresh();
  const remove = async (): Promise<void> => {
    if ((await ask(question)) === undefined) return;
    try {
      const message = await deleteActionDefinition(actionDefinitionId);
      notify.success(message ?? 'Action Definition deleted successfully.');
      onClose();
    } catch (error) {
      notifyProblem(error);
    } finally {
      await refresh(actionDefinitionSet);
    }
  };
  return (
    <SidePanel
      title="Confirm Action Dependencies Before Delete"
      id={actionDefinitionId}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Box sx={{ flexGrow: 1 }} />
          <Button variant="contained" color="error" disabled={!dependencies.isSuccess} onClick={() => void remove()}>
            Continue
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          Protocols and rules that use <strong>{name}</strong> continue without it once it is deleted.
        </Typography>
        <QueryResult query={dependencies}>
          {({ protocols, rules }) => (
            <>
              <DependencyList
                title="Protocols"
                none="No protocol uses this action."
                names={protocols.map((protocol) => [protocol.protocolId, protocol.name])}
              />
              <DependencyList
                title="Rules"
                none="No rule uses this action."
                names={rules.map((rule) => [rule.ruleId, rule.name])}
              />
            </>
          )}
        </QueryResult>
      </Box>
    </SidePanel>
  );
};

/** Shows the protocols and rules that use the action in the URL, before a confirmation of its deletion. */
export const ActionDependenciesPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const { openId, close } = drawer;
  const definition = useOpenedRow<ActionDefinitionRow>(actionDefinitionSet, equals('actionDefinitionId', openId));
  return openId && definition ? (
    <ConfirmDependencies key={definition.actionDefinitionId} definition={definition} onClose={close} />
  ) : null;
};
