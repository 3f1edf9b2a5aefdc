import { type Furniture, type MapPlan, roomAt, sidesOf, steps } from './map-plan.ts'

/** Squares whose middle a thing covers. */
export const footprint = (
  { x, y, w, h, turn }: Pick<Furniture, 'x' | 'y' | 'w' | 'h' | 'turn'>,
  cols: number,
): number[] => {
  const reach = Math.ceil(Math.hypot(w, h) / 2)
  const found: number[] = []
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  for (let cy = Math.floor(y) - reach; cy <= Math.floor(y) + reach; cy++)
    for (let cx = Math.floor(x) - reach; cx <= Math.floor(x) + reach; cx++) {
      if (cx < 0 || cy < 0 || cx >= cols) continue
      const [dx, dy] = [cx + 0.5 - x, cy + 0.5 - y]
      if (Math.abs(dx * c + dy * s) < w / 2 && Math.abs(dy * c - dx * s) < h / 2) found.push(cy * cols + cx)
    }
  return found
}

/** Squares of rooms that cannot be entered: deep water and blocking furniture. */
export const blockedCells = (plan: MapPlan): Set<number> => {
  const blocked = new Set<number>()
  for (const { shallow, cells } of plan.pools) if (!shallow) for (const cell of cells) blocked.add(cell)
  for (const thing of plan.furniture)
    if (thing.blocks) for (const cell of footprint(thing, plan.grid.cols)) blocked.add(cell)
  return blocked
}

const crossing = (ax: number, ay: number, bx: number, by: number) =>
  ay === by ? `w${Math.max(ax, bx)},${ay}` : `n${ax},${Math.max(ay, by)}`

/** Edges with a door; those of secret doors only if `secrets` is true. */
const openings = (plan: MapPlan, secrets: boolean): Set<string> =>
  new Set(
    plan.doors
      .filter(({ secret }) => secrets || !secret)
      .flatMap((door) => sidesOf(door).map(({ near, far }) => crossing(near[0], near[1], far[0], far[1]))),
  )

/** True if a wall separates squares of these two rooms, regardless of doors. */
export const isWalled = (plan: MapPlan, a: number, b: number): boolean =>
  a !== b && (a === 0 || b === 0 || !!plan.rooms[a - 1]?.walled || !!plan.rooms[b - 1]?.walled)

/** Squares that a walker reaches from the entrance, through doors, by stairs, and around obstacles. */
export const reachable = (
  plan: MapPlan,
  { secrets = false, blocked = blockedCells(plan) }: { secrets?: boolean; blocked?: ReadonlySet<number> } = {},
): Set<number> => {
  const { cols } = plan.grid
  const open = openings(plan, secrets)
  const start = plan.entrance.y * cols + plan.entrance.x
  const seen = new Set([start])
  const line = [start]
  const enter = (cell: number) => {
    if (seen.has(cell) || blocked.has(cell)) return
    seen.add(cell)
    line.push(cell)
  }
  const landings = plan.stairs.map(({ x, y }) => Math.floor(y) * cols + Math.floor(x))
  for (let cell = line.pop(); cell !== undefined; cell = line.pop()) {
    const [x, y] = [cell % cols, Math.floor(cell / cols)]
    const own = roomAt(plan, x, y)
    for (const [dx, dy] of steps) {
      const other = roomAt(plan, x + dx, y + dy)
      if (other && (!isWalled(plan, own, other) || open.has(crossing(x, y, x + dx, y + dy))))
        enter((y + dy) * cols + x + dx)
    }
    plan.stairs.forEach(({ leadsTo }, i) => {
      const to = leadsTo === null ? undefined : landings[leadsTo]
      if (landings[i] === cell && to !== undefined) enter(to)
    })
  }
  return seen
}
