import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Creates and reads the codes in invitation links: the invitation's id with a proof that this installation issued it,
 * so that no secret is stored.
 */
export interface InviteCodes {
  codeOf(inviteId: string): string
  /** Undefined for a code that this installation did not issue. */
  inviteIdOf(code: string): string | undefined
}

const [idBytes, proofBytes] = [16, 12]

/** Creates and verifies invitation codes. Changing `secret` invalidates all existing links. */
export const inviteCodes = (secret: string): InviteCodes => {
  // Derives a separate key, so that the secret that signs sessions signs nothing else.
  const key = createHmac('sha256', secret).update('invitations').digest()
  const signed = (id: Buffer) => {
    const proof = createHmac('sha256', key).update(id).digest().subarray(0, proofBytes)
    return Buffer.concat([id, proof])
  }

  return {
    codeOf: (inviteId) => signed(Buffer.from(inviteId.replaceAll('-', ''), 'hex')).toString('base64url'),
    inviteIdOf(code) {
      const given = Buffer.from(code, 'base64url')
      if (given.length !== idBytes + proofBytes || given.toString('base64url') !== code) return undefined
      const id = given.subarray(0, idBytes)
      if (!timingSafeEqual(given, signed(id))) return undefined
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}
