import { setTimeout as delay } from 'node:timers/promises'
import { ImageRefused, ProviderBusy, ProviderMisconfigured } from '../images.ts'
import { FileTooLarge, fetchLink, LinkExpired, LinkRefused } from '../public-link.ts'
import { glbLimits } from './glb-checks.ts'
import { AddressMissing, filteredBy, type MakeOptions, refusedBy } from './vendor.ts'

/** The state of a task at a vendor. */
export type TaskState =
  | { status: 'working'; share: number }
  | { status: 'done'; link: string }
  | { status: 'filtered' }
  | { status: 'failed'; reason: string }
  /** The vendor lost or cancelled it: a fault, since the next one may succeed. */
  | { status: 'lost' }

interface Task {
  id: string
  name: string
  /** Requests the task's state. Throws the port's errors. */
  ask(signal: AbortSignal): Promise<TaskState>
  /** Cancels the task at the vendor once no request waits for it. Best effort. */
  cancel?(): Promise<unknown>
  pollMs: number
  stage: string
  /** Shares of the whole progress at which this task begins and ends. */
  from: number
  to: number
}

class TaskLost extends Error {}

/** A paid step of a vendor's work. */
interface Step {
  /** Vendor and step, without spaces; the first word of the stored task. */
  label: string
  /** Begins a task and returns its id, of letters, digits, `-` and `_`. */
  create(): Promise<string>
  taskOf(id: string): Task
}

/**
 * Uses the task that an earlier attempt began, so that a vendor is paid once, or else creates one: if there is none, or if the vendor lost
 * it. A new task is stored before anything waits for it.
 */
export const withTask = async <T>(
  { label, create, taskOf }: Step,
  { begun, store }: MakeOptions['tasks'],
  use: (task: Task) => Promise<T>,
): Promise<T> => {
  const [step, id] = begun?.split(' ') ?? []
  if (step === label && id !== undefined)
    try {
      return await use(taskOf(id))
    } catch (error) {
      if (!(error instanceof TaskLost)) throw error
    }
  const created = await create()
  await store(`${label} ${created}`)
  return use(taskOf(created))
}

/** Consecutive failed polls after which a task is abandoned; fewer are tolerated, since the task continues and costs money. */
const mostFailures = 5

/** Returns the milliseconds until the next poll after a failed one. Throws errors that further polls cannot change. */
const waitAfter = (error: unknown, failures: number, { pollMs }: Task): number => {
  if (error instanceof ImageRefused || error instanceof ProviderMisconfigured || failures >= mostFailures) throw error
  return error instanceof ProviderBusy ? Math.max(pollMs, error.retryAfter ?? 0) : pollMs
}

const linkIn = (state: TaskState, { name }: Task): string | undefined => {
  if (state.status === 'filtered') throw filteredBy(name)
  if (state.status === 'failed') throw refusedBy(name, state.reason)
  if (state.status === 'lost') throw new TaskLost(`${name} lost the task`)
  return state.status === 'done' ? state.link : undefined
}

/** Waits. After an abort it throws the signal's reason, such as a timeout, instead of the timer's AbortError. */
const pause = (ms: number, signal: AbortSignal) =>
  delay(ms, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })

const polled = async (task: Task, { signal, onProgress }: MakeOptions): Promise<string> => {
  for (let failures = 0; ; ) {
    const state = await task.ask(signal).catch((error: unknown) => error as Error)
    signal.throwIfAborted()
    if (state instanceof AddressMissing) throw new TaskLost(`${task.name} lost the task`, { cause: state })
    if (state instanceof Error) {
      await pause(waitAfter(state, ++failures, task), signal)
      continue
    }
    failures = 0
    const link = linkIn(state, task)
    if (link !== undefined) return link
    const share = state.status === 'working' ? Math.min(1, Math.max(0, state.share)) : 0
    onProgress({ share: task.from + (task.to - task.from) * share, stage: task.stage })
    await pause(task.pollMs, signal)
  }
}

/** Returns the link of a finished task. An abort ends the polling, and cancels the task at the vendor unless `isKept()`. */
export const endOfTask = (task: Task, options: MakeOptions): Promise<string> =>
  polled(task, options).catch((error: unknown) => {
    if (options.signal.aborted && !options.tasks.isKept()) void task.cancel?.().catch(() => undefined)
    throw error
  })

/** Returns the file of a finished task. If its link has expired, a new one is requested once. */
export const fileOfTask = async (task: Task, origin: string, options: MakeOptions): Promise<Buffer> => {
  const { name } = task
  const fetched = (link: string) => fetchLink(link, { origin, maxBytes: glbLimits.bytes, signal: options.signal })
  const link = await endOfTask(task, options)
  options.onProgress({ share: task.to, stage: 'Fetching the model' })
  try {
    return await fetched(link).catch(async (error: unknown) => {
      if (!(error instanceof LinkExpired)) throw error
      return fetched(await endOfTask(task, options))
    })
  } catch (error) {
    if (error instanceof FileTooLarge) throw unusable(name, 'its file is larger than 64 MB', error)
    if (error instanceof LinkRefused) throw unusable(name, 'its link leads to an address that is not accepted', error)
    throw error
  }
}

/** Returns a final refusal of a vendor's result; `reason` is a clause such as `its file is damaged`. */
export const unusable = (name: string, reason: string, cause?: unknown): ImageRefused =>
  Object.assign(new ImageRefused('refused', `${name} returned a model that cannot be used: ${reason}.`), { cause })
