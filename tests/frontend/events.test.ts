import { describe, expect, it } from 'vitest'
import { backOffMs } from '../../frontend/src/realtime/socket.ts'
import { watchEvents } from '../../frontend/src/realtime/watched.ts'
import { event, made } from './feed.ts'
import { hello, realtimeOverSubjects } from './sockets.ts'

const statuses = (realtime: ReturnType<typeof realtimeOverSubjects>['realtime']) => {
  const seen: string[] = []
  realtime.status$.subscribe((status) => seen.push(status))
  return seen
}

describe('the stream of a tab', () => {
  it('opens no socket before somebody is signed in', () => {
    const { realtime, opened } = realtimeOverSubjects()
    expect(opened).toEqual([])
    expect(realtime.after('5')).toEqual([])
  })

  it('begins after the position of the first answer, with one socket for everybody', () => {
    const { realtime, opened } = realtimeOverSubjects()
    realtime.changed$.subscribe()
    realtime.changed$.subscribe()
    realtime.start('ines', '7')
    realtime.start('ines', '9')
    expect(opened.map(({ query }) => query)).toEqual(['after=7'])
  })

  it('is open once the server has greeted', () => {
    const { realtime, last } = realtimeOverSubjects()
    const seen = statuses(realtime)
    realtime.start('ines', '7')
    last().next(hello('7'))
    expect(seen).toEqual(['idle', 'connecting', 'open'])
  })

  it('is down when the socket closes, and resumes after the last event it saw', () => {
    const { realtime, opened, last } = realtimeOverSubjects()
    const seen = statuses(realtime)
    realtime.start('ines', '7')
    last().next(hello('7'))
    last().next(made(8, 'a'))
    last().complete()
    expect(opened.map(({ query }) => query)).toEqual(['after=7', expect.stringMatching(/^after=8&last=/)])
    last().next(hello('9'))
    last().next(made(9, 'b'))
    last().error(new Error('cut'))
    expect(opened.at(-1)?.query).toMatch(/^after=9&last=/)
    expect(seen).toEqual(['idle', 'connecting', 'open', 'down', 'open', 'down'])
    expect(realtime.after('7')?.map(({ position }) => position)).toEqual(['8', '9'])
  })

  it('says when its user joined a campaign or has another role there, which shows and hides what was there before', () => {
    const { realtime, last } = realtimeOverSubjects()
    let changed = 0
    realtime.rightsChanged$.subscribe(() => changed++)
    realtime.start('ines', '7')
    last().next(hello('7'))
    last().next(event(8, 'MemberJoined', { campaignId: 'c', userId: 'ada', role: 2 }))
    last().next(event(9, 'MemberJoined', { campaignId: 'c', userId: 'ines', role: 2 }))
    last().next(event(10, 'MemberRoleChanged', { campaignId: 'c', userId: 'ines', role: 1 }))
    expect(changed).toBe(2)
  })

  it('begins anew where the server says so: what it held is of another log', () => {
    const { realtime, opened, last } = realtimeOverSubjects()
    let begun = 0
    realtime.logReplaced$.subscribe(() => begun++)
    realtime.start('ines', '7')
    last().next(hello('7'))
    last().next(made(8, 'a'))
    last().complete()
    last().next(hello('3', true))
    expect([begun, realtime.after('3')]).toEqual([1, []])
    last().next(made(4, 'b'))
    expect(realtime.after('3')?.map(({ position }) => position)).toEqual(['4'])
    last().complete()
    expect(opened.at(-1)?.query).toMatch(/^after=4&last=/)
  })

  it('says so when something happened that only a newer version knows', () => {
    const { realtime, last } = realtimeOverSubjects()
    let times = 0
    realtime.unknown$.subscribe(() => times++)
    realtime.start('ines', '7')
    last().next(hello('7'))
    last().next(made(8, 'a'))
    expect(times).toBe(0)
    const sealed = { ...made(9, 'b'), type: 'CampaignSealed' }
    last().next(sealed)
    last().next(sealed)
    expect(times).toBe(1)
    expect(realtime.after('8')?.map(({ position }) => position)).toEqual(['9'])
  })

  it('tells followers that there is news, once for each', () => {
    const { realtime, last } = realtimeOverSubjects()
    let told = 0
    realtime.changed$.subscribe(() => told++)
    realtime.start('ines', '7')
    const before = told
    last().next(made(8, 'a'))
    last().next(made(8, 'a'))
    expect(told - before).toBe(1)
  })

  it('passes over messages of kinds it does not know, and heartbeats', () => {
    const { realtime, opened, last } = realtimeOverSubjects()
    realtime.start('ines', '7')
    last().next({ type: 'Ping' })
    last().next({ type: 'SomethingNewer', data: { much: true } })
    last().next(made(8, 'a'))
    expect(opened).toHaveLength(1)
    expect(realtime.after('7')).toHaveLength(1)
  })

  it('ends with the session, and does not come back by itself', () => {
    const { realtime, opened, last } = realtimeOverSubjects()
    let ended = 0
    realtime.ended$.subscribe(() => ended++)
    realtime.start('ines', '7')
    last().next({ type: 'SessionEnded' })
    expect(ended).toBe(1)
    expect(opened).toHaveLength(1)
  })

  it('stops for one person and starts afresh for the next', () => {
    const { realtime, opened, last } = realtimeOverSubjects()
    realtime.start('ines', '7')
    last().next(made(8, 'a'))
    realtime.stop()
    realtime.start('tomasz', '20')
    expect(opened.at(-1)?.query).toBe('after=20')
    expect(realtime.after('7')).toBeUndefined()
    expect(realtime.after('20')).toEqual([])
  })

  it("asks for a watched user's events while somebody looks, without losing its place", () => {
    const { realtime, opened, last } = realtimeOverSubjects()
    realtime.start('admin', '7')
    last().next(made(8, 'a'))
    const seen: string[] = []
    const watching = watchEvents(realtime, 'tomasz').subscribe(({ id }) => seen.push(id))
    expect(opened.at(-1)?.query).toBe('after=8&last=event-8&watch=tomasz')
    const event = { ...made(9, 'b'), revision: 1, actorName: 'tomasz', impersonatorName: null, about: null }
    last().next({ type: 'WatchedEvent', data: event })
    expect(seen).toEqual(['event-9'])
    expect(realtime.after('7')?.map(({ position }) => position)).toEqual(['8'])
    watching.unsubscribe()
    expect(opened.at(-1)?.query).toBe('after=8&last=event-8')
  })
})

describe('waiting before the next try', () => {
  it('doubles, with jitter, up to half a minute', () => {
    expect([1, 2, 3, 4].map((attempt) => backOffMs(attempt, 1))).toEqual([500, 1000, 2000, 4000])
    expect(backOffMs(1, 0)).toBe(250)
    expect(backOffMs(30, 1)).toBe(30_000)
  })
})
