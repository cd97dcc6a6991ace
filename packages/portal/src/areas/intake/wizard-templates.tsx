import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import {
  descriptionId,
  errorId,
  getUiOptions,
  titleId,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldTemplateProps,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils';
import type { ReactNode } from 'react';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';

/** The context of the templates: whether a top-level field belongs to the current step, and the order of its fields. */
export interface WizardContext {
  readonly shows: (field: string) => boolean;
  readonly order: readonly string[];
}

const groups: ReadonlySet<unknown> = new Set(['radio', 'checkboxes']);
export const labelIdOf = (id: string): string => `${id}-label`;

const isGroup = ({ schema, uiSchema }: FieldTemplateProps): boolean =>
  groups.has(getUiOptions(uiSchema).widget) || (schema.type === 'array' && schema.uniqueItems === true);

/** Whether a field is a checkbox, which has its own label next to it. */
const hasOwnLabel = ({ schema, uiSchema }: FieldTemplateProps): boolean =>
  schema.type === 'boolean' && ['checkbox', undefined].includes(getUiOptions(uiSchema).widget as string | undefined);

const isWide = ({ schema, uiSchema }: FieldTemplateProps): boolean =>
  schema.type === 'object' || schema.type === 'array' || getUiOptions(uiSchema).widget === 'textarea';

const Label = ({ field, children }: { readonly field: FieldTemplateProps; readonly children: ReactNode }) => {
  const { id, label, required = false, rawErrors = [], displayLabel = false, schema, uiSchema } = field;
  const isDrawnBoolean = schema.type === 'boolean' && getUiOptions(uiSchema).widget !== undefined;
  if ((!displayLabel && !isDrawnBoolean) || hasOwnLabel(field)) return children;
  const name = (
    <FormLabel
      id={labelIdOf(id)}
      {...(isGroup(field) ? { component: 'span' } : { htmlFor: id })}
      required={required}
      error={rawErrors.length > 0}
      sx={{ display: 'block', mb: 1, fontSize: 13 }}
    >
      {label}
    </FormLabel>
  );
  if (!isGroup(field))
    return (
      <>
        {name}
        {children}
      </>
    );
  return (
    <Box role="group" aria-labelledby={labelIdOf(id)} sx={{ '& .MuiRadio-root, & .MuiCheckbox-root': { p: 1.5 } }}>
      {name}
      {children}
    </Box>
  );
};

/**
 * The label, the input, and the errors or the help below, as for every field of the portal. All texts are rendered as
 * plain text.
 */
export const FieldTemplate = (props: FieldTemplateProps) => {
  const { id, hidden, rawErrors = [], rawDescription, rawHelp, schema, children } = props;
  if (hidden) return <Box hidden>{children}</Box>;
  const isFaulty = rawErrors.length > 0;
  const isContainer = schema.type === 'object' || (schema.type === 'array' && !isGroup(props));
  const help = [isContainer ? undefined : rawDescription, rawHelp].filter(Boolean).join(' ');
  const below = isFaulty ? [...new Set(rawErrors)].join(' ') : help;
  return (
    <Box
      sx={{ gridColumn: isWide(props) ? '1 / -1' : undefined, minWidth: 0 }}
      {...(isFaulty ? { 'data-faulty': '' } : {})}
    >
      <Label field={props}>{children}</Label>
      {below !== '' && (
        <FormHelperText
          id={isFaulty ? errorId(id) : descriptionId(id)}
          error={isFaulty}
          role={isFaulty ? 'alert' : undefined}
          sx={{ mx: 0 }}
        >
          {below}
        </FormHelperText>
      )}
    </Box>
  );
};

const Words = ({ text }: { readonly text: unknown }) =>
  typeof text === 'string' && text !== '' ? (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
      {text}
    </Typography>
  ) : null;

/** The fields of a group; at the top level of the form, those of the current step. */
export const ObjectFieldTemplate = ({
  title,
  description,
  properties,
  fieldPathId,
  registry,
}: ObjectFieldTemplateProps) => {
  const { shows, order } = registry.formContext as WizardContext;
  if (fieldPathId.path.length === 0) {
    const shown = properties
      .filter(({ name }) => shows(name))
      .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
    return <FieldGrid>{shown.map(({ content }) => content)}</FieldGrid>;
  }
  return (
    <Box role="group" aria-labelledby={titleId(fieldPathId)}>
      <Typography id={titleId(fieldPathId)} variant="h3" sx={{ mb: description ? 1 : 3 }}>
        {title}
      </Typography>
      <Words text={description} />
      <FieldGrid>{properties.map(({ content }) => content)}</FieldGrid>
    </Box>
  );
};

/** A list with a button to add an entry. */
export const ArrayFieldTemplate = (props: ArrayFieldTemplateProps) => {
  const { title, schema, items, canAdd = false, onAddClick, fieldPathId, disabled = false } = props;
  return (
    <Box role="group" aria-labelledby={titleId(fieldPathId)}>
      <Typography id={titleId(fieldPathId)} variant="h3" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Words text={schema.description} />
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, mb: 2 }}>{items}</Box>
      {canAdd && (
        <Button startIcon={<AddIcon />} disabled={disabled} onClick={() => onAddClick()}>
          Add
        </Button>
      )}
    </Box>
  );
};

/** An entry of a list with a button to remove it. */
export const ArrayFieldItemTemplate = ({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) => (
  <Box sx={{ display: 'flex', alignItems: 'start', gap: 2, pb: 3, borderBottom: 1, borderColor: 'divider' }}>
    <Box sx={{ flexGrow: 1, minWidth: 0 }}>{children}</Box>
    {buttonsProps.hasRemove && (
      <RowAction
        label={`Remove entry ${index + 1}`}
        icon={<DeleteIcon />}
        onClick={() => buttonsProps.onRemoveItem()}
      />
    )}
  </Box>
);
