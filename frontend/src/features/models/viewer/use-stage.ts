import { useEffect, useRef, useState } from 'react'
import { isLoadError } from '../../../ui/load-error.ts'
import type { Stage } from './stage.ts'

export type StageState =
  | { status: 'loading' }
  | { status: 'shown'; stage: Stage }
  /** `message` explains why there is no model; the rendered picture is shown in its place. */
  | { status: 'failed'; message: string }

const contextLost = 'Your browser stopped drawing in 3D.'
const noLibrary = 'Failed to load 3D rendering library'

const fetchModel = async (uri: string, signal: AbortSignal): Promise<ArrayBuffer> => {
  const answer = await fetch(uri, { signal })
  if (!answer.ok) throw new Error('The file of this model could not be loaded.')
  return answer.arrayBuffer()
}

const messageOf = (error: unknown) => {
  if (isLoadError(error)) return noLibrary
  return error instanceof Error && error.message ? error.message : 'The model could not be drawn.'
}

/** Loads the renderer and the model, and draws it in `host` until the component unmounts. */
export const useStage = (uri: string) => {
  const host = useRef<HTMLDivElement>(null)
  const label = useRef<HTMLSpanElement>(null)
  const [state, setState] = useState<StageState>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    let stage: Stage | undefined
    setState({ status: 'loading' })
    const fail = (message: string) => {
      stage?.dispose()
      stage = undefined
      if (!controller.signal.aborted) setState({ status: 'failed', message })
    }
    const start = async () => {
      const [{ createStage }, glb] = await Promise.all([import('./stage.ts'), fetchModel(uri, controller.signal)])
      const [parent, text] = [host.current, label.current]
      if (controller.signal.aborted || !parent || !text) return
      const style = getComputedStyle(parent)
      const created = await createStage(glb, {
        host: parent,
        label: text,
        colours: {
          line: style.getPropertyValue('--ll-text-3').trim(),
          coin: style.getPropertyValue('--ll-thread').trim(),
        },
        onContextLost: () => fail(contextLost),
      })
      if (controller.signal.aborted) return created.dispose()
      stage = created
      setState({ status: 'shown', stage })
    }
    start().catch((error: unknown) => fail(messageOf(error)))
    return () => {
      controller.abort()
      stage?.dispose()
    }
  }, [uri, attempt])
  return { host, label, state, retry: () => setAttempt((before) => before + 1) }
}
