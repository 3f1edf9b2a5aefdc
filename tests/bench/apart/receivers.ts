import { answer } from '../lib/apart.ts'
import { openTabs, type Tab } from '../lib/tabs.ts'

/** Many tabs that all are to hear the same. */
const heard: number[] = []
let mark: Buffer | undefined
let [wanted, outstanding] = [0, 0]
let last = Promise.withResolvers<number>()

const hear = (message: Buffer, tab: number) => {
  if (!mark || message.indexOf(mark) < 0) return
  heard[tab] = (heard[tab] ?? 0) + 1
  if (--outstanding === 0) finish()
}

/** Each as often as it should, and no tab twice for another. */
const finish = () => {
  const at = now()
  const off = heard.findIndex((times) => times !== wanted)
  if (off < 0) last.resolve(at)
  else last.reject(new Error(`Tab ${off} heard ${heard[off]} of ${wanted}`))
}

/** Milliseconds on a clock that all processes of a machine share. */
const now = () => Number(process.hrtime.bigint()) / 1e6

const duties = {
  /** Resolves when all stand. */
  async open(tabs: Tab[]): Promise<void> {
    await openTabs(tabs, hear, (error) => last.reject(error))
    heard.length = tabs.length
  },
  /** From now on, each tab is to hear so many messages that contain `mark`. */
  listenFor({ text, times }: { text: string; times: number }): void {
    mark = Buffer.from(text)
    wanted = times
    outstanding = times * heard.length
    heard.fill(0)
    last = Promise.withResolvers()
    last.promise.catch(() => undefined)
  },
  /** When the last of them came. Bounded, so that a lost message is an error. */
  async lastHeard(patienceMs: number): Promise<number> {
    const timer = setTimeout(() => last.reject(new Error(`${outstanding} messages never came`)), patienceMs)
    return last.promise.finally(() => clearTimeout(timer))
  },
}
export type Receivers = typeof duties
answer(duties)
