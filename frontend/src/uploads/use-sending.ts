import { useEffect, useRef, useState } from 'react'
import { newId } from '../base/ids.ts'
import { codeOf, messageOf, secondsOf, statusOf } from '../base/problem.ts'

/** Resolves after the server's Retry-After time, or when aborted. */
const waitFor = (error: unknown, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000 * (secondsOf(error) ?? 10))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * A file in progress. `share` is its progress from 0 to 1; a `problem` stops it, permanently if a retry would not help.
 */
export interface Sending {
  id: string
  file: File
  share: number
  problem?: string
  isFinal?: boolean
}

interface Sends {
  /** Sends one file; its id is the idempotency key. Resolves with a text if the file cannot be sent. */
  send: (sending: Sending, report: (share: number) => void, signal: AbortSignal) => Promise<string | undefined>
  /** Returns a text for a file that need not be tried. */
  refuse?: (file: File) => string | undefined
  /** True if uploads continue after the component unmounts. */
  outlives?: boolean
}

/** The file is too large or of an unsupported type, so that a retry cannot succeed. */
const finalStatuses = new Set([413, 415])
/** An unreadable file fails permanently as well. After a timeout or a full gallery, a retry may succeed. */
const isFinal = (error: unknown) =>
  finalStatuses.has(statusOf(error)) || /^(?:picture_|document_|input_unreadable$)/.test(codeOf(error))

const failed = 'This file could not be uploaded. Please try again.'

/** Sends files one after another. Rejected ones stay, to be retried or removed. */
export const useSending = ({ send, refuse, outlives = false }: Sends) => {
  const { all, append, change, replace, remove } = useSendings()
  const controllers = useRef(new Map<string, AbortController>())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(
    () => () => {
      if (!outlives) for (const controller of controllers.current.values()) controller.abort()
    },
    [outlives],
  )

  const end = (id: string) => {
    controllers.current.get(id)?.abort()
    controllers.current.delete(id)
    remove(id)
  }

  const sendNow = async (sending: Sending): Promise<void> => {
    const { id } = sending
    const signal = controllers.current.get(id)?.signal
    if (!signal || signal.aborted) return
    try {
      const problem = await send(sending, (share) => change(id, { share }), signal)
      if (problem) change(id, { share: 0, problem, isFinal: true })
      else end(id)
    } catch (error) {
      if (signal.aborted) return
      // The server limits uploads per minute: waits, then retries this file before the next ones.
      if (statusOf(error) === 429) {
        change(id, { share: 0 })
        await waitFor(error, signal)
        return sendNow(sending)
      }
      change(id, { share: 0, problem: messageOf(error, failed), isFinal: isFinal(error) })
    }
  }
  const enqueue = (sending: Sending) => {
    controllers.current.set(sending.id, new AbortController())
    queue.current = queue.current.then(() => sendNow(sending))
  }

  return {
    all,
    /** Sends files, and returns them with their ids. */
    add(files: readonly File[]): readonly Sending[] {
      const sendings = files.map((file): Sending => {
        const problem = refuse?.(file)
        return { id: newId(), file, share: 0, ...(problem && { problem, isFinal: true }) }
      })
      append(sendings)
      for (const sending of sendings) if (!sending.problem) enqueue(sending)
      return sendings
    },
    again(sending: Sending) {
      const { problem: _gone, isFinal: _final, ...fresh } = sending
      replace(fresh)
      enqueue(fresh)
    },
    end,
  }
}

/** The list of files in progress, and of those that were rejected. */
const useSendings = () => {
  const [all, setAll] = useState<readonly Sending[]>([])
  return {
    all,
    append: (sendings: readonly Sending[]) => setAll((all) => [...all, ...sendings]),
    change: (id: string, changes: Partial<Sending>) =>
      setAll((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one))),
    replace: (sending: Sending) => setAll((all) => all.map((one) => (one.id === sending.id ? sending : one))),
    remove: (id: string) => setAll((all) => all.filter((one) => one.id !== id)),
  }
}
