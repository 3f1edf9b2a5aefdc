import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { ImageNote, images } from '#domain/images.ts'
import { MapGrid } from '#domain/map-grid.ts'
import { maps } from '#domain/maps.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import { bulk, bulkAnswer, ids, skipped } from '../../http/bulk.ts'
import type { Deps } from '../../http/deps.ts'
import { body, memberOf, unmovableImage } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { mayEditMap } from '../../policies/maps.ts'
import { campaignShowing } from './shown-in.ts'

const params = z.object({ id: uuid() })
const response = { 200: Receipt }

/** Commands of a battle map as a stored item: its name, note, grid and campaign. */
export const mapCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler } = deps
    const editing = { policy: mayEditMap }

    const name = z.string().trim().min(1, 'Name is required').max(255, 'Name cannot exceed 255 characters')
    const changes = z.object({ name, note: ImageNote, grid: MapGrid }).partial()
    app.patch(
      '/battlemaps/:id',
      { config: editing, schema: { params, body: changes, response } },
      async (request, reply) => {
        const act = actOf(request, handler)
        const imageId = request.params.id
        const { name, note, grid } = request.body
        const asImage = [
          ...(name === undefined ? [] : [{ type: 'RenameImage' as const, data: { imageId, name } }]),
          ...(note === undefined ? [] : [{ type: 'NoteImage' as const, data: { imageId, note } }]),
        ]
        if (asImage.length > 0) await act.send(images, imageId, asImage)
        if (grid) {
          const shown = await campaignShowing(handler, imageId, await handler.stateOf(images, imageId))
          await act.send(maps, imageId, { type: 'LayGrid', data: { imageId, shownIn: shown, grid } })
        }
        return receipt(reply, act, {})
      },
    )

    app.delete(
      '/battlemaps/:id',
      { config: editing, schema: { params, response: bulkAnswer } },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        const imageId = request.params.id
        await act.send(images, imageId, { type: 'DeleteImage', data: { imageId } })
        return receipt(reply, act, { count: 1, skipped: [] })
      },
    )

    /** Selects the maps among these ids; this route moves no other pictures. */
    const mapsAmong = async (ids: readonly string[]) => {
      const rows = await reading(deps.pool)<{ id: string }>(
        `select id from images where id = any($1) and type = 'MAP'`,
        [ids],
      )
      return new Set(rows.map(({ id }) => id))
    }
    const Move = z.object({
      battlemapIds: ids(200, { none: 'Please select maps to move', many: 'maps' }),
      campaignId: uuid('Please select a campaign'),
    })
    const moving = { body: Move, response: bulkAnswer }
    const there = { policy: memberOf(body('campaignId')) }
    app.patch('/battlemaps/bulk/move-to-campaign', { config: there, schema: moving }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { campaignId, battlemapIds } = request.body
      const maps = await mapsAmong(battlemapIds)
      const [ids, others] = [battlemapIds.filter((id) => maps.has(id)), battlemapIds.filter((id) => !maps.has(id))]
      if (ids.length === 0) throw new Rejection('image_not_found')
      const given = { ids, campaignId }
      const moved = await bulk(act, reply, deps, { ids, judge: unmovableImage, kind: 'move-images', given })
      const left = others.map((id) => skipped({ id, code: 'image_not_found', facts: {} }))
      return { ...moved, skipped: [...moved.skipped, ...left] }
    })
  }
