/**
 * Tokens as somebody would make them who knows how they are built, and the player's id, but not the service's secret.
 *
 *     forge(alice.player.id)                     // a guest's token
 *     forge(anna.player.id, { kind: 'rvr_', session })
 */
import { createHash, randomBytes } from 'node:crypto';

/** The prefixes of all kinds: guest's, access, personal, refresh. */
export const kinds = ['rvg_', 'rva_', 'rvp_', 'rvr_'];

const bytesOf = (uuid) => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/**
 * @param kind     the prefix
 * @param session  of a refresh token
 * @param secret   what the checksum depends on: without it none
 */
export function forge(player, { kind = 'rvg_', session = player, secret = Buffer.alloc(0) } = {}) {
  const ids = kind === 'rvr_' ? [player, session] : [player];
  const bytes = Buffer.concat([...ids.map(bytesOf), randomBytes(24)]);
  const check = createHash('sha256').update(secret).update(kind).update(bytes).digest().subarray(0, 4);
  return kind + Buffer.concat([bytes, check]).toString('base64url');
}
