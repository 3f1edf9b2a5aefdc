import { randomUUID } from 'node:crypto'
import { eachField, field, message, readBytes, readNumber, readText } from '../wire/protobuf.ts'

/** Methods that a probe calls, in EventStoreDB's protocol. */
export const paths = {
  members: '/event_store.client.gossip.Gossip/Read',
  read: '/event_store.client.streams.Streams/Read',
  append: '/event_store.client.streams.Streams/Append',
}

const empty = Buffer.alloc(0)

/** Requests the last event of `$all`. */
export const readLast = (): Buffer[] => [
  field(1, message(field(2, field(3, empty)), field(3, 1), field(5, 1), field(8, empty), field(9, field(1, empty)))),
]

/**
 * An expected revision beyond the length of any stream: users with and without the right to append get different
 * errors, and nothing is written.
 */
const beyondAll = 2n ** 53n

export const appendNothing = (): Buffer[] => [
  field(1, message(field(1, field(3, 'probe-of-rights')), field(2, beyondAll))),
  field(
    2,
    message(
      field(1, field(2, randomUUID())),
      field(2, message(field(1, 'type'), field(2, 'Probed'))),
      field(2, message(field(1, 'content-type'), field(2, 'application/json'))),
      field(4, '{}'),
    ),
  ),
]

/** A member of a cluster, as the gossip of a member describes it. */
export interface Member {
  /** The number of its state in gossip. */
  state: number
  isLeader: boolean
  isAlive: boolean
  address: string
  port: number
}

const leader = 8

/** Members in a `ClusterInfo`. */
export const membersIn = (info: Buffer): Member[] => {
  const members: Member[] = []
  eachField(info, (number, cursor) => {
    if (number === 1) members.push(memberIn(readBytes(cursor)))
  })
  return members
}

const memberIn = (bytes: Buffer): Member => {
  const member = { state: 2, isLeader: false, isAlive: false, address: '', port: 2113 }
  eachField(bytes, (number, cursor) => {
    if (number === 3) {
      member.state = readNumber(cursor)
      member.isLeader = member.state === leader
    } else if (number === 4) member.isAlive = readNumber(cursor) === 1
    else if (number === 5)
      eachField(readBytes(cursor), (part, at) => {
        if (part === 1) member.address = readText(at)
        else if (part === 2) member.port = readNumber(at)
      })
  })
  return member
}
