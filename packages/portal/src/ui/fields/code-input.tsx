import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import { FieldFrame, helpIdOf, labelIdOf, type FieldProps } from './field-frame.tsx';
import { shownText, useField } from './use-field.ts';

export type CodeLanguage = 'json' | 'text';

interface CodeInputProps extends FieldProps {
  readonly language?: CodeLanguage;
  /** The minimum height in lines. */
  readonly rows?: number;
}

const CodeEditor = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }));

/** Code or JSON with syntax highlighting and linting. The editor is loaded on first use. */
export const CodeInput = ({ language = 'json', rows = 8, ...props }: CodeInputProps) => {
  const { field, error, inputId, isDisabled, aria } = useField(props);
  const { name: _name, disabled: _disabled, ...frame } = props;
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <Suspense fallback={<Skeleton variant="rounded" height={rows * 20} role="status" aria-label="Loading" />}>
        <CodeEditor
          text={shownText(field.value)}
          language={language}
          rows={rows}
          isReadOnly={isDisabled}
          onChange={field.onChange}
          onBlur={field.onBlur}
          editorRef={field.ref}
          labelledBy={labelIdOf(inputId)}
          describedBy={helpIdOf(inputId)}
          isInvalid={aria['aria-invalid']}
        />
      </Suspense>
    </FieldFrame>
  );
};
