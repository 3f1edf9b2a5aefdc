import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { recordingMegabytes } from '#domain/recordings.ts'
import { type RecordingItem, RecordingList } from '#projections/recording-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { editable, visible, visibleIn } from '../visible.ts'

/** Maximum number of listed recordings, more than a campaign has at once: each member has a few. */
const most = 100
const columns = [
  ...['id', 'userId', 'campaignId', 'title', 'sessionNumber', 'playedOn', 'visibility', 'size', 'attempt', 'failure'],
  ...['createdAt', 'startedAt'],
]
  .map((column) => `r."${column}"`)
  .join(', ')

const found = `select ${columns}, ${editable} as "mayEdit",
    coalesce((select u.name from auth."user" u where u.id = r."userId"::text), '') as username
  from recordings r join access a on a.id = r.id
  where r."campaignId" = @campaignId and ${visible} order by r."createdAt" desc, r.id limit ${most}`

/** Recordings of a campaign that wait for their transcript or failed, as far as the viewer will see the transcript. */
export const recordingQueries =
  ({ pool, transcriber }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const list = { params: z.object({ id: uuid() }), response: { 200: RecordingList } }
    app.get(
      '/campaigns/:id/recordings',
      { config: { policy: memberOf(param('id')) }, schema: list },
      (request, reply) =>
        snapshot(pool, reply, async (read, viewer) => ({
          data: await read<RecordingItem>(found, visibleIn(viewer, request.params.id)),
          server: transcriber
            ? {
                name: transcriber.name,
                maxMegabytes: Math.min(recordingMegabytes, Math.floor(transcriber.maxBytes / 2 ** 20)),
              }
            : null,
        })),
    )
  }
