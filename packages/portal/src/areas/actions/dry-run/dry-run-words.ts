import type { DryRunAction, DryRunEffect, DryRunOutcome } from '@cfs/contracts/dry-run';
import type { Tone } from '../../../ui/text/state-label.tsx';

/** The tone and the display name of each outcome. */
export const outcomeLabels: Readonly<Record<DryRunOutcome, readonly [tone: Tone, words: string]>> = {
  runs: ['good', 'Runs'],
  waits: ['warning', 'Waits for a person'],
  suppressed: ['muted', 'Suppressed'],
};

const list = (name: string, addresses: readonly string[]): string[] =>
  addresses.length === 0 ? [] : [`${name}: ${addresses.join(', ')}`];

/** The head of a mail, one line for each field that it has. */
export const mailHead = ({ to, cc, bcc, subject, template, isImportant }: DryRunEffect & { kind: 'mail' }): string =>
  [
    `To: ${to.length === 0 ? 'no recipients' : to.join(', ')}`,
    ...list('Cc', cc),
    ...list('Bcc', bcc),
    `Subject: ${subject}`,
    `Template: ${template}`,
    ...(isImportant ? ['Importance: high'] : []),
  ].join('\n');

/** The fields of the new work unit, or the note that is added to an open one. */
export const workUnitText = (effect: DryRunEffect & { kind: 'workUnit' }): string =>
  effect.notedIn === null
    ? [
        `Title: ${effect.title}`,
        `Severity: ${effect.severityId}`,
        ...(effect.protocolId === null ? [] : [`Protocol: ${effect.protocolId}`]),
        '',
        effect.description,
      ].join('\n')
    : effect.description;

/** Summarizes the effect of an action in one line. */
export const effectSummary = (effect: DryRunEffect): string => {
  switch (effect.kind) {
    case 'http':
      return `Calls ${effect.method} ${effect.url}`;
    case 'mail':
      return effect.to.length === 0
        ? `Mail without recipients: ${effect.subject}`
        : `Mails ${effect.to.join(', ')}: ${effect.subject}`;
    case 'color':
      return `Colours the block #${effect.color}`;
    case 'workUnit':
      return effect.notedIn === null
        ? `Creates an Incident: ${effect.title}`
        : `Adds a note to work unit ${effect.notedIn}, which is still open`;
  }
};

const effectText = (effect: DryRunEffect): string => {
  switch (effect.kind) {
    case 'http': {
      const headers = Object.entries(effect.headers).map(([name, value]) => `${name}: ${value}`);
      return [`${effect.method} ${effect.url}`, ...headers, '', effect.body ?? ''].join('\n').trimEnd();
    }
    case 'mail':
      return `${mailHead(effect)}\n\n${effect.text}`;
    case 'color':
      return effectSummary(effect);
    case 'workUnit':
      return `${effectSummary(effect)}\n${workUnitText(effect)}`;
  }
};

/** A dry run as plain text for the clipboard. */
export const dryRunText = (actions: readonly DryRunAction[]): string =>
  actions
    .map(({ name, outcome, reason, effect }, index) => {
      const [, words] = outcomeLabels[outcome];
      const head = `${index + 1}. ${name}: ${words}${reason === null ? '' : `. ${reason}`}`;
      return effect === null ? head : `${head}\n${effectText(effect)}`;
    })
    .join('\n\n');
