import { setImmediate } from 'node:timers/promises'
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client'
import { Client, type ClientReadableStream } from '@grpc/grpc-js'
import { callsOf } from './library-client.ts'
import {
  decodeReadAnswer,
  READ,
  type ReadAnswer,
  readRequest,
  type WireEvent,
  type WireRead,
} from './wire/read-call.ts'

/** A page is full with this many answers or bytes; its last event may exceed the bytes. The next one arrives while the caller works. */
const PAGE_EVENTS = 1000
const PAGE_BYTES = 2 * 1024 * 1024

export interface Reading extends WireRead {
  /** Reads from the leader, since the followers of a cluster may lag behind. */
  requiresLeader?: boolean
  /** Maximum number of answers in a page. */
  page?: number
  /** Ends the read with an error. */
  signal?: AbortSignal
}

/**
 * The answers to a read or a subscription, in pages as they arrive. The library finds the server and adds the
 * credentials, but decodes nothing: its protocol buffers cost more than the rest of a read (docs/benchmarks.md). Throws
 * the library's errors.
 */
export async function* readAnswers(client: EventStoreDBClient, reading: Reading): AsyncGenerator<ReadAnswer[]> {
  const calls = callsOf(client)
  const { requiresLeader = false, page = PAGE_EVENTS, signal, ...request } = reading
  const same = (bytes: Buffer) => bytes
  const options = () => calls.callArguments({ requiresLeader }, { deadline: Number.POSITIVE_INFINITY })
  const open = (service: Client) =>
    service.makeServerStreamRequest(READ, same, decodeReadAnswer, readRequest(request), ...options())
  yield* pages(await calls.GRPCStreamCreator(Client, 'read', open)(), page, signal)
}

/** The events of a read; none for a missing stream. */
export async function* readPages(client: EventStoreDBClient, reading: Reading): AsyncGenerator<WireEvent[]> {
  for await (const answers of readAnswers(client, reading)) yield answers.flatMap(({ event }) => event ?? [])
}

/** Returns all events of a read that is known to be short. */
export async function readWhole(client: EventStoreDBClient, reading: Reading): Promise<WireEvent[]> {
  const events: WireEvent[] = []
  for await (const page of readPages(client, reading)) events.push(...page)
  return events
}

async function* pages(
  call: ClientReadableStream<ReadAnswer>,
  most: number,
  signal?: AbortSignal,
): AsyncGenerator<ReadAnswer[]> {
  let page: ReadAnswer[] = []
  let bytes = 0
  let ended = false
  let failure: Error | undefined
  let wake = () => {}
  const take = (answer: ReadAnswer) => {
    page.push(answer)
    bytes += (answer.event?.data.length ?? 0) + (answer.event?.metadata.length ?? 0)
    if (page.length >= most || bytes >= PAGE_BYTES) call.pause()
    wake()
  }
  call.on('data', take)
  call.on('end', () => {
    ended = true
    wake()
  })
  call.on('error', (error: Error) => {
    failure = convertToCommandError(error)
    wake()
  })
  const cancel = () => call.cancel()
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()
  try {
    for (;;) {
      if (page.length > 0) {
        const full = page
        ;[page, bytes] = [[], 0]
        call.resume()
        yield full
      } else if (failure) throw failure
      else if (ended) return
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        // Answers are emitted one by one: lets all that have arrived join the page first.
        await setImmediate()
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    if (!ended && !failure) cancel()
    // Drains the call: it would otherwise stay open with its buffered answers, and pause again when they fill a page.
    call.off('data', take)
    call.resume()
  }
}
