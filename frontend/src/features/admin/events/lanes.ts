/** The causal fields of an event. */
export interface Caused {
  id: string
  causationId: string | undefined
}

export interface Dot {
  id: string
  row: number
  lane: number
  /** True if the event has a cause without a line to it: the cause is not loaded, filtered out, or all lanes are in use. */
  loose: boolean
}

/** A thread from an event down to the row and lane of its cause. */
export interface Strand {
  id: string
  from: { row: number; lane: number }
  to: { row: number; lane: number }
}

export interface Lanes {
  dots: Dot[]
  strands: Strand[]
}

/**
 * Arranges events, newest first, in lanes like the branches of a Git history: a thread runs from each event down to the row
 * of its cause, where the threads of its siblings end, too. A lane has at most one thread at a time. If no lane is free, the
 * event is in the last lane, which has no threads, and is `loose` if it has a cause.
 */
export const layLanes = (events: readonly Caused[], laneCount: number): Lanes => {
  const rowOf = new Map(events.map(({ id }, row) => [id, row]))
  const dots: Dot[] = []
  const strands: Strand[] = []
  const last = laneCount - 1
  /** For each lane, the first row at which it is free again. */
  const takenTo: number[] = []
  const free = (row: number) => {
    for (let lane = 0; lane < last; lane++) if ((takenTo[lane] ?? 0) <= row) return lane
    return last
  }
  /** Threads that end at an event, by the event's row. */
  const arriving = new Map<number, { id: string; row: number; lane: number }[]>()

  events.forEach(({ id, causationId }, row) => {
    const effects = arriving.get(row) ?? []
    // The leftmost incoming thread continues straight, so that a chain of single causes is one line.
    const lane = effects.length > 0 ? Math.min(...effects.map(({ lane }) => lane)) : free(row)
    for (const effect of effects)
      strands.push({ id: effect.id, from: { row: effect.row, lane: effect.lane }, to: { row, lane } })

    const causeRow = causationId === undefined ? undefined : rowOf.get(causationId)
    // Within one commit, a cause may be listed above its effect: no thread is drawn then, because threads never run upwards.
    const continues = causeRow !== undefined && causeRow > row && lane < last
    const isUpwards = causeRow !== undefined && causeRow < row
    dots.push({ id, row, lane, loose: causationId !== undefined && !continues && !isUpwards })
    takenTo[lane] = continues ? causeRow : row + 1
    if (continues) arriving.set(causeRow, [...(arriving.get(causeRow) ?? []), { id, row, lane }])
  })
  return { dots, strands }
}

/** Returns the ids of an event and of its chain of causes, as far as they are among `events`. */
export const chainOf = (events: readonly Caused[], id: string | undefined): Set<string> => {
  const causeOf = new Map(events.map((event) => [event.id, event.causationId]))
  const chain = new Set<string>()
  for (let at = id; at !== undefined && causeOf.has(at) && !chain.has(at); at = causeOf.get(at)) chain.add(at)
  return chain
}
