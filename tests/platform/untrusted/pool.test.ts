import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { QueueLimits } from '../../../backend/platform/untrusted/fair-queue.ts'
import { QueueFull } from '../../../backend/platform/untrusted/fair-queue.ts'
import { ParserUnavailable } from '../../../backend/platform/untrusted/parser.ts'
import { type UntrustedPool, untrustedPool } from '../../../backend/platform/untrusted/pool.ts'
import { parsers } from './parsers.ts'

const table = new URL('./parsers.ts', import.meta.url).href
const root = path.join(import.meta.dirname, '../../..')
const readable = ['backend', 'tests', 'node_modules', 'package.json'].map((name) => path.join(root, name))
interface Given {
  idleMs?: number
  queue?: Partial<QueueLimits>
  reportsMemory?: boolean
  owner?: () => string
}
const open: UntrustedPool<typeof parsers>[] = []
const pool = (given: Given = {}) => {
  const opened = untrustedPool({ parsers, table, readable, owner: () => 'Ines', ...given })
  open.push(opened)
  return opened
}
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()))
})

/** For tests that need none of their own. */
const shared = untrustedPool({ parsers, table, readable, owner: () => 'Ines' })
afterAll(shared.close)

const none = { options: null }
const isThere = (pid: number | undefined) => {
  try {
    process.kill(pid ?? 0, 0)
    return pid !== undefined
  } catch {
    return false
  }
}
/** Settles once a process has ended; its end cannot be awaited where it is no child of this one. */
const gone = async (pid: number | undefined) => {
  while (isThere(pid)) await pause(10)
  return true
}

describe('what users send is read', () => {
  test('in a child process, which gets bytes and options and gives both back', async () => {
    const { run, pid } = shared
    const bytes = Buffer.alloc(3_000_000, 'bells')
    const { value, bytes: back } = await run('length', { bytes, options: { add: 2 } })
    expect([value, back?.equals(bytes)]).toEqual([3_000_002, true])
    const first = pid()
    expect(await run('length', { options: { add: 2 } })).toEqual({ value: 2, bytes: undefined })
    expect(pid()).toBe(first)
  })

  test('in pieces ahead of the answer, which are received one after another', async () => {
    const received: string[] = []
    let atOnce = 0
    const receive = async (bytes: Buffer) => {
      expect(++atOnce).toBe(1)
      await pause(1)
      received.push(`${bytes.length} ${bytes[0]} ${bytes.at(-1)}`)
      atOnce--
    }
    await shared.run('pieces', { options: { count: 40 }, receive })
    expect(received).toEqual(Array.from({ length: 40 }, (_, n) => `${2 ** 20} ${n + 1} ${n + 1}`))
    await expect(shared.run('pieces', { options: { count: 2, refuses: true }, receive })).rejects.toMatchObject({
      code: 'too_odd',
    })
    expect(received).toHaveLength(42)
    const failing = { options: { count: 3 }, receive: () => Promise.reject(new Error('No room')) }
    await expect(shared.run('pieces', failing)).rejects.toThrow('No room')
    expect((await shared.run('length', { options: { add: 1 } })).value).toBe(1)
  })

  test('in a thread, where it is text', async () => {
    const { run, pid } = pool()
    expect((await run('words', { options: { text: 'the bells rang' } })).value).toBe(3)
    expect(pid()).toBeUndefined()
  })

  test.runIf(existsSync('/proc/self/autogroup'))(
    'in a session of low priority, where Linux shares by sessions',
    async () => {
      await shared.run('environment', none)
      const [own, its] = ['self', shared.pid()].map((pid) =>
        readFileSync(`/proc/${pid}/autogroup`, 'latin1').split(' '),
      )
      expect(its?.[0]).not.toBe(own?.[0])
      expect(Number(its?.at(-1))).toBeGreaterThan(0)
    },
  )

  test('with low priority, and without the secrets, files and programs of this machine', async () => {
    process.env.AUTH_SECRET_OF_TEST = 'secret'
    const { run } = shared
    const { value } = await run('environment', none)
    delete process.env.AUTH_SECRET_OF_TEST
    expect(value).toEqual([])
    expect((await run('priority', none)).value).toBeGreaterThan(0)
    const own = getPriority()
    const ofThread = (await run('priorityOfThread', none)).value
    // Linux alone has a priority for each thread; this one keeps its own.
    if (process.platform === 'linux') expect(ofThread).toBeGreaterThan(own)
    expect(getPriority()).toBe(own)
    expect((await run('reaching', { options: { file: path.join(root, 'README.md') } })).value).toEqual(
      Array(3).fill('ERR_ACCESS_DENIED'),
    )
  })
})

describe('a parser', () => {
  test('that refuses says so, and one that fails says so too', async () => {
    const { run } = shared
    await expect(run('refusing', none)).rejects.toMatchObject({ code: 'too_odd', message: 'No', facts: { most: 3 } })
    await expect(run('failing', none)).rejects.toThrow(/RangeError/)
    await expect(run('unloadable', none)).rejects.toThrow('There is no such module')
    expect((await run('length', { options: { add: 1 } })).value).toBe(1)
  })

  test.each(['endless', 'endlessText'] as const)('that does not end is stopped at its deadline: %s', async (name) => {
    const { run, pid } = shared
    const before = pid()
    await expect(run(name, none)).rejects.toMatchObject({ reason: 'deadline' })
    if (name === 'endless') expect(isThere(before)).toBe(false)
    expect((await run('words', { options: { text: 'on' } })).value).toBe(1)
    expect((await run('length', { options: { add: 1 } })).value).toBe(1)
  })

  test.each([
    ['buffers', false],
    ['buffers', true],
    ['heap', false],
    ['heapOfText', false],
  ] as const)(
    'that takes too much memory is stopped: %s, which the child reports: %s',
    { tags: 'long' },
    async (name, reportsMemory) => {
      const { run } = reportsMemory ? pool({ reportsMemory }) : shared
      await expect(run(name, none)).rejects.toMatchObject({ reason: 'memory' })
      expect((await run('length', { options: { add: 1 } })).value).toBe(1)
    },
  )

  test('whose process is killed in the middle of its work is refused, and the next has a process again', async () => {
    const { run, pid } = shared
    await run('length', { options: { add: 0 } })
    const first = pid()
    const working = run('waiting', none)
    working.catch(() => undefined)
    process.kill(first ?? 0, 'SIGKILL')
    await expect(working).rejects.toMatchObject({ reason: 'crash' })
    expect((await run('length', { options: { add: 1 } })).value).toBe(1)
    expect(pid()).not.toBe(first)
  })

  test.each(['{"progress":', 'null', '7', '{"progress":null}'])(
    'whose process sends %s is refused, and the process is killed',
    async (json) => {
      const { run, pid } = shared
      await run('length', { options: { add: 0 } })
      const first = pid()
      const report = ({ share }: { share: number }) => void share
      await expect(run('forged', { options: { json }, report })).rejects.toMatchObject({ reason: 'crash' })
      expect(isThere(first)).toBe(false)
      expect((await run('length', { options: { add: 1 } })).value).toBe(1)
    },
  )
})

describe('the queue', () => {
  test('refuses what is too much: in all, of one owner, and in bytes', async () => {
    let who = 'Ines'
    const { run, close } = pool({ queue: { inAll: 3, each: 2, bytes: 100 }, owner: () => who })
    const input = (length: number) => ({ bytes: Buffer.alloc(length), options: { add: 0 } })
    const waiting = [run('waiting', none), run('length', input(40)), run('length', input(40))]
    for (const each of waiting) each.catch(() => undefined)
    await expect(run('length', input(1))).rejects.toBeInstanceOf(QueueFull)
    who = 'Mara'
    await expect(run('length', input(40))).rejects.toBeInstanceOf(QueueFull)
    const last = run('length', input(1))
    last.catch(() => undefined)
    waiting.push(last)
    who = 'Otto'
    await expect(run('length', input(1))).rejects.toBeInstanceOf(QueueFull)
    await close()
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    await expect(run('length', input(1))).rejects.toBeInstanceOf(QueueFull)
  })

  test('drops what its requester no longer waits for, and finishes what has begun', async () => {
    const { run } = pool({ queue: { each: 1 } })
    const [gone, also] = [new AbortController(), new AbortController()]
    const input = { options: { add: 1 } }
    const begun = run('length', { ...input, signal: gone.signal })
    const waits = run('length', { ...input, signal: also.signal })
    gone.abort()
    also.abort()
    await expect(waits).rejects.toBeInstanceOf(QueueFull)
    expect((await run('length', input)).value).toBe(1)
    expect((await begun).value).toBe(1)
    await expect(run('length', { ...input, signal: gone.signal })).rejects.toBeInstanceOf(QueueFull)
  })

  test('serves owners in turns, and gives up what waits too long', async () => {
    let who = 'Ines'
    const { run } = pool({ owner: () => who })
    const done: string[] = []
    const send = (owner: string) => {
      who = owner
      return run('words', { options: { text: '' } }).then(() => done.push(owner))
    }
    await Promise.all(['Ines', 'Ines', 'Ines', 'Mara', 'Otto'].map(send))
    expect(done).toEqual(['Ines', 'Ines', 'Mara', 'Otto', 'Ines'])

    const slow = pool({ queue: { waitMs: 50 } })
    const working = slow.run('endless', none)
    working.catch(() => undefined)
    await expect(slow.run('length', { options: { add: 0 } })).rejects.toBeInstanceOf(QueueFull)
    await expect(working).rejects.toMatchObject({ reason: 'deadline' })
  })
})

describe('the child process', () => {
  test('ends when it is idle, and when the pool is closed in the middle of its work', async () => {
    const idle = pool({ idleMs: 30 })
    await idle.run('length', { options: { add: 0 } })
    expect(await gone(idle.pid())).toBe(true)

    const busy = pool()
    await busy.run('length', { options: { add: 0 } })
    const pid = busy.pid()
    const working = busy.run('waiting', none)
    working.catch(() => undefined)
    await busy.close()
    expect(isThere(pid)).toBe(false)
    await expect(working).rejects.toBeInstanceOf(QueueFull)
  })

  test('that cannot start is not the fault of the input', async () => {
    const { run } = untrustedPool({ parsers, table, readable: [], owner: () => 'Ines' })
    await expect(run('length', { options: { add: 0 } })).rejects.toBeInstanceOf(ParserUnavailable)
  })

  test('ends in the middle of endless work when its parent is killed', { tags: 'long' }, async () => {
    const parent = spawn(process.execPath, [new URL('./dying-parent.ts', import.meta.url).pathname], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(String(line))
    expect(isThere(pid)).toBe(true)
    parent.kill('SIGKILL')
    expect(await gone(pid)).toBe(true)
  })
})
