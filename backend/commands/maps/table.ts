import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { fogLattice, Runs } from '#domain/fog.ts'
import { currentFile } from '#domain/image-versions.ts'
import { images } from '#domain/images.ts'
import { maps } from '#domain/maps.ts'
import { Receipt } from '#domain/me.ts'
import { tables } from '#domain/tables.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { uuid } from '../../http/uuid.ts'
import { mayShowMap } from '../../policies/maps.ts'
import { readPlan } from './changed-plan.ts'
import { campaignShowing } from './shown-in.ts'

const params = z.object({ id: uuid() })
const response = { 200: Receipt }

/** A DM's commands at the table: placing and removing a map, and revealing and covering its fog. */
export const tableCommands =
  ({ handler, files }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: mayShowMap }
    const placed = async (imageId: string) => {
      const { campaignId } = await handler.stateOf(images, imageId)
      if (campaignId === null) throw new Rejection('map_not_tabled')
      return campaignId
    }

    app.post('/battlemaps/:id/table', { config, schema: { params, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      const campaignId = await placed(imageId)
      await act.send(tables, campaignId, { type: 'ShowMap', data: { campaignId, imageId } })
      return receipt(reply, act, {})
    })

    app.delete('/battlemaps/:id/table', { config, schema: { params, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      const campaignId = await placed(imageId)
      await act.send(tables, campaignId, { type: 'TakeMapBack', data: { campaignId, imageId } })
      return receipt(reply, act, {})
    })

    /** Parts of one stroke share its id, and are undone together. */
    const Stroke = z.object({
      strokeId: uuid(),
      mode: z.enum(['reveal', 'cover']),
      cells: Runs.min(1, 'Please brush over something').max(4096, 'This is too much at once'),
    })
    const brushing = { params, body: Stroke, response }
    app.post('/battlemaps/:id/fog', { config, schema: brushing }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      const { mode, ...stroke } = request.body
      const picture = await handler.stateOf(images, imageId)
      const file = currentFile(picture)
      if (!file) throw new Rejection('image_not_ready')
      const { columns, rows } = fogLattice(file)
      const data = { imageId, shownIn: await campaignShowing(handler, imageId, picture), columns, rows, ...stroke }
      await act.send(maps, imageId, { type: mode === 'reveal' ? 'RevealFog' : 'CoverFog', data })
      return receipt(reply, act, {})
    })

    app.post('/battlemaps/:id/fog/undo', { config, schema: { params, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      const shown = await campaignShowing(handler, imageId, await handler.stateOf(images, imageId))
      await act.send(maps, imageId, { type: 'UndoFog', data: { imageId, shownIn: shown } })
      return receipt(reply, act, {})
    })

    const one = z.object({ id: uuid(), room: z.coerce.number().int().min(1).max(400) })
    const finding = { params: one, body: z.object({ found: z.boolean() }), response }
    app.patch('/battlemaps/:id/rooms/:room', { config, schema: finding }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: imageId, room } = request.params
      const picture = await handler.stateOf(images, imageId)
      const plan = (await readPlan({ handler, files }, imageId))?.plan
      if (!plan?.rooms.some(({ id, secret }) => id === room && secret)) throw new Rejection('room_not_secret')
      const data = {
        imageId,
        shownIn: await campaignShowing(handler, imageId, picture),
        room,
        isFound: request.body.found,
      }
      await act.send(maps, imageId, { type: 'FindRoom', data })
      return receipt(reply, act, {})
    })
  }
