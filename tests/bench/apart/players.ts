import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { answer } from '../lib/apart.ts'
import { openTabs, type Tab } from '../lib/tabs.ts'

/** People at their tables: all their tabs listen, and each in turn does something that the others' tabs must show. */
export interface Play {
  tabs: (Tab & { table: number; person: number })[]
  /** The n-th command is the n-th of these, over and over; its name tells which one it was. */
  acts: { url: string; headers: Record<string, string>; table: number; person: number }[]
  perSecond: number
  seconds: number
  /** Seconds before them that do not count. */
  warmUp: number
  /** Meanwhile one tab of each table, given by its place among all, tells the others of its table where it writes. */
  carets?: { perSecond: number; speakers: { tab: number; topic: string }[] }
}

/** Milliseconds after the moment at which a command was due: until it was answered, until each tab of somebody else heard of it. */
export interface Played {
  answered: number[]
  heard: number[]
  /** Milliseconds after a caret was due until a tab has it; some may be lost. */
  carets: number[]
  /** How many tabs of others the counted carets were for. */
  caretsDue: number
}

const mark = Buffer.from('"name":"Turn ')
const caretMark = Buffer.from('"index":')
const patienceMs = 30_000

async function play({ tabs, acts, perSecond, seconds, warmUp, carets }: Play): Promise<Played> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  const broken = Promise.withResolvers<never>()
  const done = Promise.withResolvers<void>()
  const total = perSecond * (warmUp + seconds)
  const counted = perSecond * warmUp
  const actOf = (n: number) => acts[n % acts.length] as Play['acts'][number]
  const listenersOf = acts.map(
    ({ table, person }) => tabs.filter((tab) => tab.table === table && tab.person !== person).length,
  )
  let outstanding = 0
  for (let n = 0; n < total; n++) outstanding += (listenersOf[n % acts.length] ?? 0) + 1
  const played: Played = { answered: [], heard: [], carets: [], caretsDue: 0 }
  // Nothing is due before it is known when.
  let start = Number.POSITIVE_INFINITY
  const dueAt = (n: number) => start + (n * 1000) / perSecond
  const took = (n: number, times: number[]) => {
    if (n >= counted) times.push(performance.now() - dueAt(n))
    if (--outstanding === 0) done.resolve()
  }

  const caretDueAt = (n: number) => start + (n * 1000) / (carets?.perSecond ?? 1)
  const hearCaret = (message: Buffer) => {
    const from = message.indexOf(caretMark)
    if (from < 0) return
    const n = Number.parseInt(message.toString('latin1', from + caretMark.length, from + caretMark.length + 9), 10)
    if (caretDueAt(n) >= start + warmUp * 1000) played.carets.push(performance.now() - caretDueAt(n))
  }

  const close = await openTabs(
    tabs,
    (message, at) => {
      const from = message.indexOf(mark)
      if (from < 0) return carets && hearCaret(message)
      const n = Number.parseInt(message.toString('latin1', from + mark.length, from + mark.length + 9), 10)
      if (tabs[at]?.person !== actOf(n).person) took(n, played.heard)
    },
    broken.reject,
  )

  const send = async (n: number) => {
    const { url, headers } = actOf(n)
    const body = JSON.stringify({ name: `Turn ${n}.` })
    const sent = { ...headers, 'idempotency-key': randomUUID(), 'content-type': 'application/json' }
    const request = http.request(url, {
      method: 'PATCH',
      agent,
      headers: { ...sent, 'content-length': Buffer.byteLength(body) },
    })
    const response = Promise.withResolvers<http.IncomingMessage>()
    request.on('response', response.resolve).on('error', response.reject).end(body)
    const message = await response.promise
    const said = await text(message)
    if (message.statusCode !== 200) throw new Error(`${url}: ${message.statusCode} ${said}`)
    took(n, played.answered)
  }

  const speak = (n: number, { speakers }: NonNullable<Play['carets']>) => {
    const speaker = speakers[n % speakers.length]
    if (!speaker) return
    const { tab, topic } = speaker
    const data = { field: 'description', index: n, length: 0 }
    close.say(tab, JSON.stringify({ type: 'Publish', topic, kind: 'caret', data }))
    const others = tabs.filter(({ table }, at) => table === tabs[tab]?.table && at !== tab)
    if (caretDueAt(n) >= start + warmUp * 1000) played.caretsDue += others.length
  }

  /** On time, whatever became of those before: what waits in line shows in the figures. */
  const sendAll = async () => {
    start = performance.now() + 50
    let caret = 0
    for (let n = 0; n < total; ) {
      for (; n < total && dueAt(n) <= performance.now(); n++) send(n).catch(broken.reject)
      for (; carets && caretDueAt(caret) <= performance.now(); caret++) speak(caret, carets)
      await pause(1)
    }
    const lost = pause(patienceMs).then(() => {
      throw new Error(`${outstanding} answers or messages never came`)
    })
    await Promise.race([done.promise, lost])
  }
  try {
    await Promise.race([sendAll(), broken.promise])
  } finally {
    await close()
    agent.destroy()
  }
  return played
}

const duties = { play }
export type Players = typeof duties
answer(duties)
