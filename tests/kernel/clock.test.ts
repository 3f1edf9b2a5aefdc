import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { databaseClock } from '../../backend/platform/database-clock.ts'
import { stored } from '../../backend/projections/stored.ts'
import { duringWorkTime, isOverFirst, workTimeBy } from '../../backend/reactors/work-time.ts'

/** One clock for all processes, the database's; what is dated, decided and waited for goes by it. */

const start = Date.UTC(2026, 10, 22, 20)

describe('the clock of all processes', () => {
  /** A machine whose clock is off, and a database. */
  const machine = async ({ off = 0 }) => {
    let passed = 0
    let wallOff = off
    let gained = 0
    let queries = 0
    let isAway = false
    const pool = {
      async query() {
        queries++
        if (isAway) throw new Error('away')
        return { rows: [{ now: start + passed + gained }] }
      },
    }
    const clocks = { wall: () => start + passed + wallOff, steady: () => passed }
    const warned: string[] = []
    const log = { warn: (_facts: object, message: string) => warned.push(message) }
    const clock = await databaseClock(pool as never, log as never, clocks)
    return {
      clock,
      warned,
      pass: (ms: number) => {
        passed += ms
      },
      /** The database is so much further than this machine counted. */
      gain: (ms: number) => {
        gained += ms
      },
      setWall: (ms: number) => {
        wallOff = ms
      },
      goAway: () => {
        isAway = true
      },
      queries: () => queries,
    }
  }

  it('is the database’s, whatever this machine believes', async () => {
    const { clock, pass } = await machine({ off: 3_600_000 })
    expect(clock.now()).toBe(start)
    pass(1500)
    expect(clock.now()).toBe(start + 1500)
    await clock.stop()
  })

  it('is the same on machines that disagree', async () => {
    const processes = await Promise.all([-86_400_000, 0, 5_000].map((off) => machine({ off })))
    expect(new Set(processes.map(({ clock }) => clock.now())).size).toBe(1)
    for (const { clock } of processes) await clock.stop()
  })

  it('is measured each minute: a machine whose seconds are longer does not drift away', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { clock, pass, gain, queries } = await machine({})
    for (let minute = 1; minute <= 3; minute++) {
      pass(59_990)
      gain(10)
      expect(clock.now()).toBe(start + minute * 60_000 - 10)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(clock.now()).toBe(start + minute * 60_000)
      expect(queries()).toBe(1 + minute)
    }
    await clock.stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(queries()).toBe(4)
  })

  it('does not jump when this machine’s is set, and is measured again', async () => {
    const { clock, pass, setWall, queries } = await machine({})
    pass(100)
    expect(clock.now()).toBe(start + 100)
    expect(queries()).toBe(1)
    setWall(-86_400_000)
    expect(clock.now()).toBe(start + 100)
    expect(queries()).toBe(2)
    await clock.stop()
    expect(clock.now()).toBe(start + 100)
    expect(queries()).toBe(2)
  })

  it('goes on while the database is away', async () => {
    const { clock, pass, goAway, warned } = await machine({})
    goAway()
    pass(60_000)
    await clock.measure()
    expect(clock.now()).toBe(start + 60_000)
    expect(warned).toHaveLength(1)
    await clock.stop()
  })
})

describe('who waits for an outcome', () => {
  const event = stored({
    id: 'e',
    type: 'T',
    data: {},
    stream: 't-1',
    revision: 0n,
    position: 1n,
    created: new Date(0),
    metadata: { at: new Date(start).toISOString() },
  }).event
  const isOver = (now: number) =>
    duringWorkTime({ event, now: () => now }, 60_000, async (over) => {
      await delay(0)
      return over.aborted
    })

  it('counts by the clock that dated its event, whatever this machine believes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start + 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await isOver(start + 1_000)).toBe(false)
    expect(await isOver(start + 61_000)).toBe(true)
  })

  /** A wait of 60 s whose process runs for `runs` ms, stands still for `stands` ms, and then runs for `then` ms. */
  const isOverAfter = async (runs: number, stands: number, then: number) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start })
    let stood = 0
    const steady = () => Date.now() - start + stood
    const isAborted = await workTimeBy(steady)({ event, now: () => start }, 60_000, async (over) => {
      await vi.advanceTimersByTimeAsync(runs)
      stood = stands
      await vi.advanceTimersByTimeAsync(then)
      return over.aborted
    })
    vi.useRealTimers()
    return isAborted
  }

  it('does not count the time for which its process stood still', async () => {
    expect(await isOverAfter(59_900, 0, 99)).toBe(false)
    expect(await isOverAfter(59_900, 0, 100)).toBe(true)
    // What arrived is read first, however little time was left.
    expect(await isOverAfter(59_900, 20_000, 300)).toBe(false)
    expect(await isOverAfter(59_900, 20_000, 400)).toBe(true)
    expect(await isOverAfter(30_000, 20_000, 29_000)).toBe(false)
    expect(await isOverAfter(30_000, 20_000, 30_000)).toBe(true)
  })

  it('notices which comes first, the answer or the end', async () => {
    const never = new Promise(() => undefined)
    expect(await isOverFirst(new AbortController().signal, Promise.resolve())).toBe(false)
    expect(await isOverFirst(AbortSignal.abort(), Promise.resolve())).toBe(true)
    const end = new AbortController()
    const over = isOverFirst(end.signal, never)
    end.abort()
    expect(await over).toBe(true)
  })
})

describe('in the server', () => {
  const root = path.join(import.meta.dirname, '../../backend')
  const sources = (folders = '**') =>
    globSync(`${folders}/*.ts`, { cwd: root }).map((file) => ({
      file,
      source: readFileSync(path.join(root, file), 'utf8'),
    }))
  const naming = (name: RegExp, folders?: string) =>
    sources(folders)
      .filter(({ source }) => name.test(source))
      .map(({ file }) => file)
      .sort()

  it('nothing that is decided hangs on the clock of one process', () => {
    const decided = '{commands,domain,queries,reactors}/**'
    expect(sources(decided).length).toBeGreaterThan(80)
    expect(naming(/Date\.now\(\)|new Date\(\)/, decided)).toEqual([])
  })

  it('whatever decides dates what it decides by the clock of all processes', () => {
    const deciding = naming(/commandHandler\(/)
    expect(deciding).toContain('roles.ts')
    const handlers = sources().flatMap(({ source }) => source.match(/[= (]commandHandler\(\w+, \{[^}]*/g) ?? [])
    expect(handlers.length).toBe(deciding.length)
    for (const handler of handlers) expect(handler).toContain('...clock')
  })

  it('events are appended by what decides and dates them alone', () =>
    expect(naming(/\b[sS]tore\.append\(/)).toEqual(['commands/decide-together.ts', 'telemetry/event-store.ts']))

  it('when the store wrote an event is asked for by what says how late the views are, and by nothing else', () =>
    expect(naming(/\.created\b|\bcreated\s*[,}]/, '!(providers)/**')).toEqual([
      'domain/happened-at.ts',
      'projections/lag.ts',
      'telemetry/projector.ts',
    ]))
})
