/** Verifies that the store is still the same one: it may be another whenever it was unreachable. */
export interface Proof {
  /** Resolves if the store is the same one; throws the error of the check. */
  proven(): Promise<void>
  /** Records that the store is or was unreachable, or that a caller doubts it. */
  lost(): void
  guard(check: () => Promise<void>): void
}

/** Before `guard` is called, `proven` resolves at once. */
export const createProof = (): Proof => {
  let check: (() => Promise<void>) | undefined
  let losses = 0
  let provenAt = 0
  let checking: Promise<void> | undefined
  const prove = async () => {
    const at = losses
    await check?.()
    provenAt = at
  }
  return {
    async proven() {
      while (check && provenAt !== losses) {
        checking ??= prove().finally(() => {
          checking = undefined
        })
        await checking
      }
    },
    lost: () => {
      losses++
    },
    guard(given) {
      check = given
    },
  }
}
