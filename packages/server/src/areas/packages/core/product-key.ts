import type { KeyObject } from 'node:crypto';
import type { DerivedKeys } from '../../../platform/secrets/derived-keys.ts';
import { keyPairOf } from '../bundles/ed25519.ts';

/**
 * The key pair of this installation, which signs the Core package. It is derived from the master key and never stored.
 */
export const productKeyOf = (keys: DerivedKeys): { readonly privateKey: KeyObject; readonly publicKey: Buffer } =>
  keyPairOf(keys.keyFor('product key'));
