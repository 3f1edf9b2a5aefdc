import { useMemo, useState } from 'react'
import type { PlanAnswer } from '#projections/map-answers.ts'
import { messageOf } from '../../../../base/problem.ts'
import {
  type DoorChange,
  useAddDoorMutation,
  useChangeDoorMutation,
  useRemoveDoorMutation,
  useUndoPlanChangeMutation,
  type Wall,
} from '../../../../data/maps.ts'
import { toast } from '../../../../ui/toast.ts'
import type { Point } from '../../../../ui/viewport.ts'
import type { Outline } from './stage.ts'
import { nearest, nextWall, pathOf, type Way } from './walls.ts'

const [ink, cream, saffron, orchil] = ['#14110e', '#f4ecdf', '#e6ad58', '#d39ac6']
const lined = (path: Path2D, colour: string, width: number): Outline[] => [
  { path, colour: ink, width: width + 3 },
  { path, colour, width },
]

type Placing = 'add' | 'move'
const firstWall: Wall = { x: 0, y: 0, side: 'north' }

interface DoorTool {
  /** The selected door. */
  chosen: PlanAnswer['doors'][number] | undefined
  placing: Placing | undefined
  /** The wall to place a door at. */
  wall: Wall | undefined
}

const outlinesOf = (plan: PlanAnswer, { chosen, placing, wall }: DoorTool): Outline[] => {
  const doorPath = (secret: boolean) =>
    pathOf(
      plan,
      plan.doors.filter((door) => door.secret === secret),
    )
  return [
    ...(placing ? [{ path: pathOf(plan, plan.walls), colour: 'rgb(244 236 223 / 45%)', width: 2 }] : []),
    ...lined(doorPath(false), cream, 3),
    ...lined(doorPath(true), orchil, 3),
    ...(chosen ? lined(pathOf(plan, [chosen]), saffron, 6) : []),
    ...(placing && wall ? lined(pathOf(plan, [wall]), saffron, 4) : []),
  ]
}

/** The changes of a map's plan; `busy` during a request. Each resolves with false if it failed. */
const usePlanChanges = (id: string) => {
  const [addDoor] = useAddDoorMutation()
  const [changeDoor] = useChangeDoorMutation()
  const [removeDoor] = useRemoveDoorMutation()
  const [undoPlanChange] = useUndoPlanChangeMutation()
  const [busy, setBusy] = useState(false)
  const act = async (request: () => Promise<{ error?: unknown }>) => {
    setBusy(true)
    const { error } = await request()
    setBusy(false)
    if (error) toast.error(messageOf(error, 'The map could not be changed. Please try again.'))
    return !error
  }
  return {
    busy,
    add: (wall: Wall) => act(() => addDoor({ id, ...wall })),
    change: (door: string, change: DoorChange) => act(() => changeDoor({ id, door, ...change })),
    remove: (door: string) => act(() => removeDoor({ id, door })),
    undo: () => act(() => undoPlanChange(id)),
  }
}

/** State of the door editor: the selected door, and the wall to place one. Undefined without a plan. */
export const useDoors = (id: string, plan: PlanAnswer | null, isOn: boolean) => {
  const changes = usePlanChanges(id)
  const { busy } = changes
  const [chosenId, choose] = useState<string | null>(null)
  const [placing, setPlacing] = useState<Placing>()
  const [wall, setWall] = useState<Wall>()
  const chosen = plan?.doors.find((door) => door.id === chosenId)
  const outlines = useMemo(
    () => (plan && isOn ? outlinesOf(plan, { chosen, placing, wall }) : []),
    [plan, isOn, placing, chosen, wall],
  )
  if (!plan) return undefined

  const stop = () => {
    setPlacing(undefined)
    setWall(undefined)
  }
  const place = async (at = wall) => {
    if (!at) return
    const { x, y, side } = at
    const to = { x, y, side }
    const isDone = await (placing === 'move' && chosen ? changes.change(chosen.id, { to }) : changes.add(to))
    if (isDone) stop()
  }

  return {
    plan,
    outlines,
    chosen,
    placing,
    busy,
    choose,
    place,
    stop,
    begin(what: Placing) {
      setPlacing(what)
      setWall(what === 'move' ? chosen : (chosen ?? plan.walls[0]))
    },
    step: (way: Way) => setWall((wall) => nextWall(plan, plan.walls, wall ?? firstWall, way)),
    change: (change: DoorChange) => chosen && void changes.change(chosen.id, change),
    async remove() {
      if (chosen && (await changes.remove(chosen.id))) choose(null)
    },
    undo: () => void changes.undo(),
    onPress(at: Point) {
      if (busy) return
      if (!placing) return choose(nearest(plan, plan.doors, at)?.id ?? null)
      const pressed = nearest(plan, plan.walls, at)
      setWall(pressed)
      void place(pressed)
    },
  }
}
export type Doors = NonNullable<ReturnType<typeof useDoors>>
