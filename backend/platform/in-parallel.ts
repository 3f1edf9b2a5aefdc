const atOnce = 8

/** Runs `work` for all things, eight at a time. Resolves after the last one, or rejects with the first failure. */
export const inParallel = async <Thing>(things: readonly Thing[], work: (thing: Thing) => Promise<unknown>) => {
  const rest = things.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const thing of rest) await work(thing)
    }),
  )
}
