import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Theme } from '@mui/material/styles';
import { codeFont } from './code-font.ts';

/** The editor theme for light and dark mode; the editor fills its parent. */
export const codeTheme = ({ palette, tokens }: Theme): Extension => [
  EditorView.theme(
    {
      '&': {
        backgroundColor: tokens.paper,
        color: tokens.text,
        border: `1px solid ${tokens.hairline}`,
        borderRadius: '6px',
        fontSize: `${codeFont.size}px`,
        height: '100%',
      },
      '&.cm-focused': { outline: `2px solid ${tokens.primary.fill}`, outlineOffset: '-1px' },
      '.cm-scroller': { fontFamily: codeFont.family, lineHeight: `${codeFont.lineHeight}px`, overflow: 'auto' },
      '.cm-content': { caretColor: tokens.text },
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
