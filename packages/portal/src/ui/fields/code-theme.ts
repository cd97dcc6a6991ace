import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Theme } from '@mui/material/styles';
import { monospace } from '../theme/theme.ts';

const lineHeight = 20;

/** The editor theme for light and dark mode: at least `rows` lines high, at most three times that. */
export const codeTheme = ({ palette, tokens }: Theme, rows: number): Extension => [
  EditorView.theme(
    {
      '&': {
        backgroundColor: tokens.paper,
        color: tokens.text,
        border: `1px solid ${tokens.hairline}`,
        borderRadius: '6px',
        fontSize: '13px',
        minHeight: `${rows * lineHeight}px`,
        maxHeight: `${rows * lineHeight * 3}px`,
      },
      '&.cm-focused': { outline: `2px solid ${tokens.primary.fill}`, outlineOffset: '-1px' },
      '.cm-scroller': { fontFamily: monospace, lineHeight: `${lineHeight}px`, overflow: 'auto' },
      '.cm-content': { minHeight: `${rows * lineHeight}px`, caretColor: tokens.text },
      '.cm-gutters': { backgroundColor: tokens.background, color: tokens.muted, borderColor: tokens.hairline },
      '.cm-cursor': { borderLeftColor: tokens.text },
      '.cm-tooltip': { backgroundColor: tokens.paper, color: tokens.text, borderColor: tokens.hairline },
      '.cm-diagnostic-error': { borderLeftColor: tokens.bad.fill },
    },
    { dark: palette.mode === 'dark' },
  ),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: tokens.primary.fill },
      { tag: tags.string, color: tokens.good.fill },
      { tag: [tags.number, tags.bool, tags.null], color: tokens.bad.fill },
      { tag: tags.invalid, color: tokens.bad.fill, textDecoration: 'underline' },
    ]),
  ),
];
