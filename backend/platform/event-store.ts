import type { Failure } from '../../eventstore/probe/failure.ts'
import { probeEventStore } from '../../eventstore/probe/index.ts'
import { readStoreNodes, type StoreNode } from '../../eventstore/probe/read-members.ts'
import { CannotStart } from './cannot-start.ts'
import type { Dependency, DependencyFailure } from './dependency.ts'
import { describeCause, describeNetworkFailure } from './network-trouble.ts'

const placed = (at: string) => ({
  what: 'the event store',
  at,
  setting: 'EVENTSTORE_URL',
  authority: 'tlsCAFile=FILE in EVENTSTORE_URL',
  plain: 'tls=false in EVENTSTORE_URL',
})

const whose = (username: string | undefined) =>
  username === undefined ? 'whoever names no user' : `the user ${username}`
const rights = 'docs/operations.md#least-rights has the commands.'

type Says = { [C in Failure['cause']]: (failure: Extract<Failure, { cause: C }>) => DependencyFailure }
const permanent = (cause: string, says: string): DependencyFailure => ({ cause, says, mends: false })
const transient = (cause: string, says: string): DependencyFailure => ({ cause, says, mends: true })

const words: Says = {
  file: ({ option, file, reason }) =>
    permanent(
      'certificate_file',
      `The file ${file}, which ${option} in EVENTSTORE_URL names, ${reason}: correct EVENTSTORE_URL, or put it there.`,
    ),
  network: ({ at, error, named }) => {
    const place = placed(at)
    const dependencyFailure =
      describeNetworkFailure(error, place) ??
      transient('other', `The event store at ${at} cannot be used: ${error.message}.`)
    return named
      ? {
          ...dependencyFailure,
          says: `${dependencyFailure.says} That address is what the cluster says of its leader (AdvertiseHostToClientAs).`,
        }
      : dependencyFailure
  },
  speaks_plain: ({ at }) => describeCause('speaks_plain', placed(at)),
  speaks_tls: ({ at }) =>
    permanent(
      'speaks_tls',
      `The event store at ${at} speaks TLS, and EVENTSTORE_URL has tls=false: take that out, and name the authority of its certificate by tlsCAFile=FILE.`,
    ),
  speaks_otherwise: ({ at }) =>
    permanent(
      'speaks_otherwise',
      `What listens at ${at} is no event store: correct EVENTSTORE_URL, whose port is the one for gRPC and HTTP (2113).`,
    ),
  no_leader: () =>
    transient(
      'no_leader',
      'The event store has no leader, so nothing can be written: see that more than half of its nodes run and reach each other.',
    ),
  wrong_user: ({ username }) =>
    permanent(
      'wrong_user',
      username === undefined
        ? 'The event store wants a user, and EVENTSTORE_URL names none: write esdb://user:password@… there.'
        : `The event store does not take the password of the user ${username}: correct user or password in EVENTSTORE_URL, where each is percent-encoded.`,
    ),
  may_not_read: ({ username }) =>
    permanent(
      'may_not_read',
      `The event store does not let ${whose(username)} read $all, so nothing that is written would ever be seen: give ${username === undefined ? 'EVENTSTORE_URL a user with' : 'it'} that right. ${rights}`,
    ),
  may_not_append: ({ username }) =>
    permanent(
      'may_not_append',
      `The event store does not let ${whose(username)} append: give ${username === undefined ? 'EVENTSTORE_URL a user with' : 'it'} that right. ${rights}`,
    ),
  refused: ({ text }) => transient('refused', `The event store answers, and refuses: ${text}.`),
  no_answer: ({ at }) => describeCause('no_answer', placed(at)),
}

const describeFailure = <C extends Failure['cause']>(failure: Extract<Failure, { cause: C }>): DependencyFailure =>
  words[failure.cause as C](failure)

/** The event store at `url`. Messages name `setting` as the source of the address. */
export const eventStoreDependency = (url: string, setting = 'EVENTSTORE_URL'): Dependency => ({
  name: 'event store',
  everyMs: { usable: 5_000, troubled: 1_000 },
  async find() {
    const failure = await probeEventStore(url)
    if (!failure) return undefined
    const dependencyFailure = describeFailure(failure)
    return { ...dependencyFailure, says: dependencyFailure.says.replaceAll('EVENTSTORE_URL', setting) }
  },
})

/** The nodes of the event store at an address, with roles and lag. Throws while none answers. */
export const nodesAt = (url: string): Promise<StoreNode[]> => readStoreNodes(url)

/** Checks the event store for a command that fails instead of waiting: throws CannotStart with the failure. Returns the address. */
export const usableEventStore = async (url: string, setting?: string): Promise<string> => {
  const dependencyFailure = await eventStoreDependency(url, setting).find()
  if (dependencyFailure) throw new CannotStart(dependencyFailure.says)
  return url
}
