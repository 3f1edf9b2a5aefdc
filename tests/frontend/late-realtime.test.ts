import { describe, expect, it } from 'vitest'
import type { Realtime } from '../../frontend/src/realtime/events.ts'
import { createLateRealtime } from '../../frontend/src/realtime/late.ts'
import { made } from './feed.ts'
import { hello, realtimeOverSubjects } from './sockets.ts'

/** A late stream, and `arrive`, which hands it the program that it fetches. */
const lateStream = () => {
  const { realtime: loaded, opened, last } = realtimeOverSubjects()
  const { promise, resolve } = Promise.withResolvers<Realtime>()
  let fetches = 0
  const realtime = createLateRealtime(() => {
    fetches++
    return promise
  })
  const statuses: string[] = []
  realtime.status$.subscribe((status) => statuses.push(status))
  const arrive = async () => {
    resolve(loaded)
    await promise
    // The stream follows the same promise, and was first to.
    await Promise.resolve()
  }
  return { realtime, opened, last, statuses, arrive, fetches: () => fetches }
}

describe('a stream whose program is fetched when it starts', () => {
  it('fetches nothing before a user is signed in', () => {
    const { realtime, fetches, statuses } = lateStream()
    expect([fetches(), realtime.after('5'), statuses]).toEqual([0, [], ['idle']])
  })

  it('resumes after the position at which it was started, however late its program arrives', async () => {
    const { realtime, opened, last, statuses, arrive, fetches } = lateStream()
    const items: string[] = []
    realtime.items$.subscribe(({ position }) => items.push(position))
    realtime.start('ines', '7')
    realtime.start('ines', '9')
    expect([opened, realtime.after('3')]).toEqual([[], []])
    await arrive()
    expect(opened.map(({ query }) => query)).toEqual(['after=7'])
    last().next(hello('8'))
    last().next(made(8, 'a'))
    expect([items, fetches()]).toEqual([['8'], 1])
    expect(realtime.after('7')?.map(({ position }) => position)).toEqual(['8'])
    expect(statuses).toEqual(['idle', 'connecting', 'connecting', 'open'])
  })

  it('notifies followers once it starts: an answer older than its beginning is fetched again', async () => {
    const { realtime, arrive } = lateStream()
    const answers: unknown[] = []
    realtime.changed$.subscribe(() => answers.push(realtime.after('3')))
    realtime.start('ines', '7')
    await arrive()
    expect(answers).toEqual([undefined])
  })

  it('opens no socket for a user who has left before its program arrived', async () => {
    const { realtime, opened, statuses, arrive } = lateStream()
    realtime.start('ines', '7')
    realtime.stop()
    await arrive()
    expect([opened, statuses.at(-1)]).toEqual([[], 'idle'])
  })

  it('starts for the next user where another one leaves', async () => {
    const { realtime, opened, arrive } = lateStream()
    realtime.start('ines', '7')
    realtime.stop()
    realtime.start('otto', '9')
    await arrive()
    expect(opened.map(({ query }) => query)).toEqual(['after=9'])
  })

  it('waits a while before its program is there, unless the caller stops waiting', async () => {
    const { realtime, arrive } = lateStream()
    const waited: string[] = []
    realtime.aWhile().subscribe(() => waited.push('first'))
    realtime
      .aWhile()
      .subscribe(() => waited.push('stopped'))
      .unsubscribe()
    expect(waited).toEqual([])
    await arrive()
    realtime.aWhile().subscribe(() => waited.push('later'))
    expect(waited).toEqual(['first', 'later'])
  })
})
