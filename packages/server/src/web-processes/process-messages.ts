import type { MeasuredMetrics } from './summed-metrics.ts';

/** Messages of the primary process to a web process. */
export type ToWebProcess =
  /** Drain and end. */
  | { readonly kind: 'drain' }
  /** The drain is over: end now. */
  | { readonly kind: 'stop' }
  /** Send your own metrics. */
  | { readonly kind: 'measure'; readonly id: number }
  /** The metrics of all processes; undefined if they could not be read. */
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string | undefined };

/** Messages of a web process to the primary process. */
export type ToPrimaryProcess =
  /** Messages are read from now on; those sent before are lost. */
  | { readonly kind: 'following' }
  | { readonly kind: 'serving' }
  | { readonly kind: 'measured'; readonly id: number; readonly metrics: MeasuredMetrics }
  | { readonly kind: 'read-metrics'; readonly id: number };
