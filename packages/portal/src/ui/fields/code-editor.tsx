import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { cspNonce } from '../../lib/csp-nonce.ts';
import type { CodeLanguage } from './code-input.tsx';
import { codeTheme } from './code-theme.ts';

interface CodeEditorProps {
  readonly text: string;
  readonly language: CodeLanguage;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  /** The ref that the form focuses when the field is invalid. */
  readonly editorRef: (editor: { readonly focus: () => void } | null) => void;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly isInvalid: boolean;
}

const languages: Readonly<Record<CodeLanguage, Extension>> = {
  json: [
    json(),
    lintGutter(),
    // Empty text is no syntax error: the form's schema decides whether it is valid.
    linter((view) => (view.state.doc.length === 0 ? [] : jsonParseLinter()(view))),
  ],
  text: [],
};

/** Tab is not bound: keyboard users must be able to leave the editor. */
const common: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap]),
];

/** CodeMirror as a form field as high as its parent; its styles have the page's CSP nonce. */
export const CodeEditor = (props: CodeEditorProps) => {
  const { text, language, isReadOnly, labelledBy, describedBy, isInvalid, editorRef } = props;
  const theme = useTheme();
  const host = useRef<HTMLDivElement>(null);
  const [compartment] = useState(() => new Compartment());
  const view = useRef<EditorView>(undefined);
  const onChange = useEffectEvent(props.onChange);
  const onBlur = useEffectEvent(props.onBlur);
  const setEditorRef = useEffectEvent(editorRef);
  const reconfigurable = (): Extension => [
    codeTheme(theme),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      // Redundant in browsers, but some tools do not know that editable elements are focusable.
      tabindex: '0',
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-invalid': String(isInvalid),
      'aria-readonly': String(isReadOnly),
    }),
  ];
  const create = useEffectEvent(
    (parent: HTMLElement) =>
      new EditorView({
        parent,
        doc: text,
        extensions: [
          EditorView.cspNonce.of(cspNonce()),
          common,
          languages[language],
          compartment.of(reconfigurable()),
          EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
          EditorView.domEventHandlers({ blur: () => onBlur() }),
        ],
      }),
  );
  const reconfigure = useEffectEvent(() =>
    view.current?.dispatch({ effects: compartment.reconfigure(reconfigurable()) }),
  );

  // A layout effect, so that the first paint does not show an empty field.
  useLayoutEffect(() => {
    if (!host.current) return;
    const editor = create(host.current);
    view.current = editor;
    setEditorRef({ focus: () => editor.focus() });
    return () => {
      setEditorRef(null);
      editor.destroy();
      view.current = undefined;
    };
  }, []);

  useEffect(() => {
    reconfigure();
  }, [theme, isReadOnly, labelledBy, describedBy, isInvalid]);

  useEffect(() => {
    const shown = view.current?.state.doc.toString();
    if (shown !== undefined && shown !== text)
      view.current?.dispatch({ changes: { from: 0, to: shown.length, insert: text } });
  }, [text]);

  return <Box ref={host} sx={{ height: '100%' }} />;
};
