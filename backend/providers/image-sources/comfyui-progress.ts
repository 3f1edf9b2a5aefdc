import { z } from 'zod'

const Message = z.object({
  type: z.string(),
  data: z.looseObject({ value: z.number().optional(), max: z.number().positive().optional() }),
})
const ends = new Set(['execution_success', 'execution_error', 'execution_interrupted', 'executing'])

export interface Following {
  /** Until the next message that may be an end. */
  moved(): Promise<unknown>
  close(): void
}

/** Listens to ComfyUI's socket for one client id, on which it speaks of that client's pictures alone. One that does not come, or breaks, is done without. */
export function followProgress(
  url: string,
  headers: Record<string, string>,
  progress: ((share: number) => void) | undefined,
): Following {
  let next = Promise.withResolvers<void>()
  // Node's own takes headers, and sends no Origin, which ComfyUI would compare with its host.
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers } as unknown as string[])
  // Pictures on their way come as binary frames, and are not looked at.
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
