import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type MessageOf, Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { withoutSecrets } from '#domain/map-audience.ts'
import { RoomName } from '#domain/map-changes.ts'
import { amendPlan } from '#domain/map-doors.ts'
import { type MapPlan, PlanDoor, roomAt, sidesOf } from '#domain/map-plan.ts'
import { maps } from '#domain/maps.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { uuid } from '../../http/uuid.ts'
import { mayEditMap } from '../../policies/maps.ts'
import { readPlan } from './changed-plan.ts'
import { type DoorChange, DoorPlace, doorChanges } from './door-changes.ts'
import { campaignShowing } from './shown-in.ts'

const params = z.object({ id: uuid() })
const response = { 200: Receipt }
const door = z.string().regex(/^[a-z]{1,4}\d{1,5}$/, 'There is no such door')
/** Attempts, since another user may change the plan between reading and changing it. */
const tries = 4

type Commands = MessageOf<(typeof maps)['commands']>
type Opened = NonNullable<Awaited<ReturnType<typeof readPlan>>>

/** The part of a plan that players see, for comparison. */
const serializeSeen = (plan: MapPlan | null | undefined) => plan && JSON.stringify(withoutSecrets(plan))

/** A DM's changes to the plan of a map: its doors, and the names of its rooms. */
export const planCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: mayEditMap }

    const adding = {
      params,
      body: DoorPlace.extend(PlanDoor.pick({ kind: true, secret: true }).partial().shape),
      response,
    }
    app.post('/battlemaps/:id/doors', { config, schema: adding }, async (request, reply) => {
      const act = await setDoor(deps, request, request.params.id, doorChanges.add(request.body))
      return receipt(reply, act, {})
    })

    const one = params.extend({ door })
    const changes = PlanDoor.pick({ secret: true, closed: true, locked: true })
      .partial()
      .extend({ to: DoorPlace.optional() })
    app.patch(
      '/battlemaps/:id/doors/:door',
      { config, schema: { params: one, body: changes, response } },
      async (request, reply) => {
        const change = doorChanges.change(request.params.door, request.body)
        const act = await setDoor(deps, request, request.params.id, change)
        return receipt(reply, act, {})
      },
    )

    app.delete('/battlemaps/:id/doors/:door', { config, schema: { params: one, response } }, async (request, reply) => {
      const act = await setDoor(deps, request, request.params.id, doorChanges.remove(request.params.door))
      return receipt(reply, act, {})
    })

    const room = params.extend({ room: z.coerce.number().int().min(1).max(400) })
    const naming = { params: room, body: z.object({ name: RoomName }), response }
    app.patch('/battlemaps/:id/key/:room', { config, schema: naming }, async (request, reply) => {
      const act = await renameRoom(deps, request, request.params, request.body.name)
      return receipt(reply, act, {})
    })

    app.post('/battlemaps/:id/plan/undo', { config, schema: { params, response } }, async (request, reply) => {
      const act = await undoChange(deps, request, request.params.id)
      return receipt(reply, act, {})
    })
  }

/** Reads the plan and changes it, and repeats both after a concurrent change. Returns the successful act. */
const changePlan = async (
  deps: Deps,
  request: FastifyRequest,
  imageId: string,
  wanted: (opened: Opened) => Promise<Commands[]>,
) => {
  for (let tried = 1; ; tried++)
    try {
      // An act sends each command once, so each attempt needs an act of its own; its ids are the same if the request
      // has a key.
      const act = actOf(request, deps.handler)
      await act.send(maps, imageId, await wanted(await openPlan(deps, imageId)))
      return act
    } catch (error) {
      const isLate = error instanceof Rejection && error.code === 'plan_changed_meanwhile'
      if (!isLate || tried === tries) throw error
    }
}

const openPlan = async (deps: Deps, imageId: string): Promise<Opened> => {
  const { deleted } = await deps.handler.stateOf(images, imageId)
  if (deleted) throw new Rejection('map_not_found')
  const map = await readPlan(deps, imageId)
  if (!map) throw new Rejection('map_has_no_plan')
  return map
}

const setDoor = (deps: Deps, request: FastifyRequest, imageId: string, by: DoorChange) =>
  changePlan(deps, request, imageId, async ({ picture, map, plan }) => {
    const { doorId, was, door, after } = by(plan)
    const shown = await campaignShowing(deps.handler, imageId, picture)
    // Players are not notified of changes that they cannot see.
    const place = serializeSeen(after) === serializeSeen(plan) ? null : shown
    const about = { imageId, shownIn: place, asOf: map.plan.revision }
    const set = { type: 'SetDoor', data: { ...about, fits: after !== null, doorId, was, door } } as const
    // Rooms behind a door that becomes secret again have to be found again.
    const beyond = door?.secret && !was?.secret ? roomsBeside(plan, { ...door, id: doorId }) : []
    const hidden = map.found
      .filter((room) => beyond.includes(room))
      .map((room) => {
        const data = { imageId, shownIn: shown, room, isFound: false }
        return { type: 'FindRoom', data, item: String(room) } as const
      })
    return [set, ...hidden]
  })

const renameRoom = async (
  deps: Deps,
  request: FastifyRequest,
  { id: imageId, room }: { id: string; room: number },
  name: string,
) => {
  const act = actOf(request, deps.handler)
  const { picture, plan } = await openPlan(deps, imageId)
  if (!plan.rooms.some(({ id }) => id === room)) throw new Rejection('room_not_on_map')
  const { campaignId, userId: ownerId } = picture
  const data = { imageId, campaignId, ownerId, room, name }
  await act.send(maps, imageId, { type: 'RenameRoom', data })
  return act
}

const undoChange = (deps: Deps, request: FastifyRequest, imageId: string) =>
  changePlan(deps, request, imageId, async ({ picture, map, drawn, plan }) => {
    const undone = maps.evolve.PlanChangeUndone(map, { imageId, shownIn: null })
    const isSeen = serializeSeen(amendPlan(drawn, undone.plan)) !== serializeSeen(plan)
    const shown = isSeen ? await campaignShowing(deps.handler, imageId, picture) : null
    return [{ type: 'UndoPlanChange', data: { imageId, shownIn: shown, asOf: map.plan.revision } }]
  })

const roomsBeside = (plan: MapPlan, door: MapPlan['doors'][number]) =>
  sidesOf(door).flatMap(({ near, far }) => [roomAt(plan, ...near), roomAt(plan, ...far)])
