/** The causal fields of an event. */
export interface Caused {
  id: string
  causationId: string | undefined
}

export interface Dot {
  id: string
  row: number
  lane: number
  /** Its cause exists but is not connected: it is further back, filtered out, or all lanes are in use. */
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
 * Arranges events, newest first, in lanes like the branches of a history: each runs down to the row of its cause, where
 * siblings meet. No lane has two threads at once: an event without a free lane is in the last one, which has none, with
 * a loose end.
 */
export const layLanes = (events: readonly Caused[], laneCount: number): Lanes => {
  const rowOf = new Map(events.map(({ id }, row) => [id, row]))
  const dots: Dot[] = []
  const strands: Strand[] = []
  const last = laneCount - 1
  /** For each lane the row that it is taken down to, exclusive. */
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
    // Within one commit an effect may be listed before its cause; a thread never runs upwards.
    const continues = causeRow !== undefined && causeRow > row && lane < last
    const isUpwards = causeRow !== undefined && causeRow < row
    dots.push({ id, row, lane, loose: causationId !== undefined && !continues && !isUpwards })
    takenTo[lane] = continues ? causeRow : row + 1
    if (continues) arriving.set(causeRow, [...(arriving.get(causeRow) ?? []), { id, row, lane }])
  })
  return { dots, strands }
}

/** An event and everything that led to it, as far as it is among these. */
export const chainOf = (events: readonly Caused[], id: string | undefined): Set<string> => {
  const causeOf = new Map(events.map((event) => [event.id, event.causationId]))
  const chain = new Set<string>()
  for (let at = id; at !== undefined && causeOf.has(at) && !chain.has(at); at = causeOf.get(at)) chain.add(at)
  return chain
}
