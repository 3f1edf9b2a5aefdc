const atOnce = 8

/** Works on all of them, a few at once; ends with the last, or with the first failure. */
export const inParallel = async <Thing>(things: readonly Thing[], work: (thing: Thing) => Promise<unknown>) => {
  const rest = things.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const thing of rest) await work(thing)
    }),
  )
}
