import { z } from 'zod'

const Message = z.object({
  type: z.string(),
  data: z.looseObject({ value: z.number().optional(), max: z.number().positive().optional() }),
})
const ends = new Set(['execution_success', 'execution_error', 'execution_interrupted', 'executing'])

export interface Following {
  /** Resolves at the next message that may be the end of a drawing. */
  moved(): Promise<unknown>
  close(): void
}

/** Follows ComfyUI's socket of one client id, which reports only that client's pictures. Failures of the socket are ignored. */
export function followProgress(
  url: string,
  headers: Record<string, string>,
  progress: ((share: number) => void) | undefined,
): Following {
  let next = Promise.withResolvers<void>()
  // Node's WebSocket accepts headers, and sends no Origin, which ComfyUI would compare with its host.
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers } as unknown as string[])
  // Previews of a drawing arrive as binary frames, which are ignored.
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('error', () => undefined)
  socket.addEventListener('message', ({ data }) => {
    const message = typeof data === 'string' ? Message.safeParse(parsed(data)).data : undefined
    if (!message) return
    const { value, max } = message.data
    if (message.type === 'progress' && value !== undefined && max !== undefined) progress?.(Math.min(1, value / max))
    if (!ends.has(message.type)) return
    next.resolve()
    next = Promise.withResolvers()
  })
  return { moved: () => next.promise, close: () => socket.close() }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
