import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { atMost } from '../../platform/at-most.ts'
import { answered, call, post, type Server } from './http.ts'
import type { ImageSource } from './source.ts'

/** AUTOMATIC1111's `/sdapi/v1`, which Forge, SD.Next and others implement as well. */

const Drawn = z.object({ images: z.array(z.string()).min(1), info: z.string() })
/** `info` is JSON in a string. */
const Info = z.object({
  seed: z.number(),
  all_seeds: z.array(z.number()).catch([]),
  index_of_first_image: z.int().catch(0),
})
const Progress = z.object({ progress: z.number(), current_task: z.string().nullish() })

interface Drawing {
  signal: AbortSignal
  progress?: ((share: number) => void) | undefined
}

export interface Automatic1111 {
  draw(
    path: 'txt2img' | 'img2img',
    body: object,
    drawing: Drawing,
  ): Promise<{ bytes: Buffer; seed: number | undefined }>
  probe(signal: AbortSignal): Promise<void>
}

/** A client of AUTOMATIC1111's API. `pollMs`: polling interval for the progress, which the server does not push. */
export function automatic1111Api(source: ImageSource, { pollMs = 1_000 } = {}): Automatic1111 {
  const { name, url, at, setting, key } = source
  const headers: Record<string, string> = key === undefined ? {} : { authorization: authorizationOf(key) }
  const server: Server = { name, url, source: at, setting, headers }
  // The server draws one picture at a time and does not report whose it is: requests wait here, where they can still be
  // cancelled.
  const oneAtATime = atMost(1)

  const progressNow = async (signal: AbortSignal) =>
    answered(server, await call(server, '/sdapi/v1/progress?skip_current_image=true', { signal }), Progress)

  /** Interrupts only our own task, since other users may be drawing there. Older versions do not report the task. */
  const interrupt = async (task: string) => {
    const signal = AbortSignal.timeout(5_000)
    const { current_task } = await progressNow(signal)
    if (current_task === undefined || current_task === task) await post(server, '/sdapi/v1/interrupt', {}, signal)
  }

  const follow = async (task: string, progress: (share: number) => void, signal: AbortSignal) => {
    for (;;) {
      await after(pollMs, undefined, { signal })
      const { progress: share, current_task } = await progressNow(signal)
      if (current_task === undefined || current_task === task) progress(Math.min(1, Math.max(0, share)))
    }
  }

  return {
    draw: (path, body, { signal, progress }) =>
      oneAtATime(async () => {
        signal.throwIfAborted()
        const task = `loreloom-${randomUUID()}`
        const done = new AbortController()
        // A failure to poll the progress does not fail the picture.
        if (progress) follow(task, progress, AbortSignal.any([signal, done.signal])).catch(() => undefined)
        try {
          const response = await post(
            server,
            `/sdapi/v1/${path}`,
            { ...body, force_task_id: task, send_images: true, save_images: false },
            signal,
          )
          return pictureIn(await answered(server, response, Drawn))
        } catch (error) {
          // Closing the connection does not stop the server. A failed interruption is ignored: the caller gets its abort either way.
          if (signal.aborted) await interrupt(task).catch(() => undefined)
          throw error
        } finally {
          done.abort()
        }
      }),
    async probe(signal) {
      await call(server, '/sdapi/v1/sd-models', { signal })
    },
  }
}

/** `user:password` is for `--api-auth`; anything else is the bearer token of a proxy in front of the server. */
const authorizationOf = (key: string): string =>
  key.includes(':') ? `Basic ${Buffer.from(key).toString('base64')}` : `Bearer ${key}`

function pictureIn({ images, info }: z.infer<typeof Drawn>): { bytes: Buffer; seed: number | undefined } {
  const said = Info.safeParse(parsed(info)).data
  return {
    bytes: Buffer.from((images[0] ?? '').replace(/^data:[^,]*,/, ''), 'base64'),
    seed: said?.all_seeds[said.index_of_first_image] ?? said?.seed,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
