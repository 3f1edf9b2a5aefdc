import { useEffect, useRef, useState } from 'react'
import { newId } from '../../../app/ids.ts'
import { messageOf } from '../../../app/problem.ts'
import { sendFile } from '../../../data/files.ts'

const mostBytes = 25 * 1024 * 1024

/** A file on its way. `share` is how far it is, 0 to 1; with a `problem` it stopped. */
export interface Sending {
  id: string
  file: File
  share: number
  problem?: string
}

/** Sends files one after another. What was refused stays, to be tried again or put aside. */
export const useSending = (campaignId: string) => {
  const [all, setAll] = useState<readonly Sending[]>([])
  const controllers = useRef(new Map<string, AbortController>())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(
    () => () => {
      for (const controller of controllers.current.values()) controller.abort()
    },
    [],
  )

  const change = (id: string, changes: Partial<Sending>) =>
    setAll((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const end = (id: string) => {
    controllers.current.get(id)?.abort()
    controllers.current.delete(id)
    setAll((all) => all.filter((one) => one.id !== id))
  }

  const send = async ({ id, file }: Sending) => {
    const controller = controllers.current.get(id)
    if (!controller || controller.signal.aborted) return
    try {
      await sendFile({ campaignId, key: id, file }, (share) => change(id, { share }), controller.signal)
      end(id)
    } catch (error) {
      if (!controller.signal.aborted)
        change(id, { share: 0, problem: messageOf(error, 'This file could not be uploaded. Please try again.') })
    }
  }
  const enqueue = (sending: Sending) => {
    controllers.current.set(sending.id, new AbortController())
    queue.current = queue.current.then(() => send(sending))
  }

  return {
    all,
    add(files: readonly File[]) {
      const sendings = files.map((file): Sending => {
        const sending = { id: newId(), file, share: 0 }
        return file.size > mostBytes ? { ...sending, problem: 'This file is larger than 25 MB.' } : sending
      })
      setAll((all) => [...all, ...sendings])
      for (const sending of sendings) if (!sending.problem) enqueue(sending)
    },
    again(sending: Sending) {
      const { problem: _gone, ...fresh } = sending
      setAll((all) => all.map((one) => (one.id === sending.id ? fresh : one)))
      enqueue(fresh)
    },
    end,
  }
}
