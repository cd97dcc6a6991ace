import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { lazyPart } from '../feedback/lazy-part.tsx';
import { codeFont, loadCodeFont } from './code-font.ts';
import { FieldFrame, helpIdOf, labelIdOf, type FieldProps } from './field-frame.tsx';
import { shownText, useField } from './use-field.ts';

export type CodeLanguage = 'json' | 'text';

interface CodeInputProps extends FieldProps {
  readonly language?: CodeLanguage;
  /** The height in lines; longer text scrolls. */
  readonly rows?: number;
}

const CodeEditor = lazyPart(async () => {
  const [{ CodeEditor: editor }] = await Promise.all([import('./code-editor.tsx'), loadCodeFont()]);
  return editor;
});

/** Code or JSON with syntax highlighting and linting. The editor is loaded on first use. */
export const CodeInput = ({ language = 'json', rows = 8, ...props }: CodeInputProps) => {
  const { field, error, inputId, isDisabled, aria } = useField(props);
  const { name: _name, disabled: _disabled, ...frame } = props;
  return (
    <FieldFrame inputId={inputId} error={error} {...frame}>
      <Box sx={{ height: rows * codeFont.lineHeight }}>
        <Suspense fallback={<Skeleton variant="rounded" height="100%" role="status" aria-label="Loading" />}>
          <CodeEditor
            text={shownText(field.value)}
            language={language}
            isReadOnly={isDisabled}
            onChange={field.onChange}
            onBlur={field.onBlur}
            editorRef={field.ref}
            labelledBy={labelIdOf(inputId)}
            describedBy={helpIdOf(inputId)}
            isInvalid={aria['aria-invalid']}
          />
        </Suspense>
      </Box>
    </FieldFrame>
  );
};
