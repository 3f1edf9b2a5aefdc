import type { Parser } from '../../../backend/platform/untrusted/parser.ts'

const row = <Options, Value>(parser: Parser<Options, Value>) => parser
const limits = { deadlineMs: 20_000, memoryMb: 512 } as const

const forever = () => {
  for (;;) Math.random()
}

/** A table of parsers that misbehave. */
export const parsers = {
  length: row<{ add: number }, number>({
    ...limits,
    runsIn: 'process',
    load:
      async () =>
      (bytes, { add }) => ({ value: bytes.length + add, bytes: bytes.length > 0 ? bytes : undefined }),
  }),
  /** Sends so many pieces of a megabyte, then answers or refuses. */
  pieces: row<{ count: number; refuses?: boolean }, null>({
    ...limits,
    runsIn: 'process',
    load:
      async () =>
      async (_, { count, refuses }, _report, send) => {
        for (let n = 0; n < count; n++) await send(Buffer.alloc(2 ** 20, n + 1))
        if (refuses) throw Object.assign(new Error('No'), { code: 'too_odd' })
        return { value: null }
      },
  }),
  /** Sends a frame with this JSON around the protocol, as exploited code could. */
  forged: row<{ json: string }, null>({
    ...limits,
    runsIn: 'process',
    async load() {
      const { writeSync } = await import('node:fs')
      return (_, { json }) => {
        const prefix = Buffer.alloc(8)
        prefix.writeUInt32LE(json.length)
        writeSync(3, Buffer.concat([prefix, Buffer.from(json)]))
        return forever()
      }
    },
  }),
  words: row<{ text: string }, number>({
    ...limits,
    runsIn: 'thread',
    load:
      async () =>
      (_, { text }) => ({ value: text.split(' ').length }),
  }),
  environment: row<null, string[]>({
    ...limits,
    runsIn: 'process',
    load: async () => () => ({ value: Object.keys(process.env) }),
  }),
  priority: row<null, number>({
    ...limits,
    runsIn: 'process',
    async load() {
      const { getPriority } = await import('node:os')
      return () => ({ value: getPriority() })
    },
  }),
  priorityOfThread: row<null, number>({
    ...limits,
    runsIn: 'thread',
    async load() {
      const { getPriority } = await import('node:os')
      return () => ({ value: getPriority() })
    },
  }),
  /** What becomes of reading a file, writing one and starting a program. */
  reaching: row<{ file: string }, unknown[]>({
    ...limits,
    runsIn: 'process',
    async load() {
      const [{ readFileSync, writeFileSync }, { spawnSync }] = await Promise.all([
        import('node:fs'),
        import('node:child_process'),
      ])
      const codeOf = (act: () => unknown) => {
        try {
          return act() === undefined
        } catch (error) {
          return (error as { code?: unknown }).code
        }
      }
      return (_, { file }) => ({
        value: [() => readFileSync(file), () => writeFileSync(`${file}.new`, ''), () => spawnSync('true')].map(codeOf),
      })
    },
  }),
  refusing: row<null, null>({
    ...limits,
    runsIn: 'process',
    load: async () => () => {
      throw Object.assign(new Error('No'), { code: 'too_odd', facts: { most: 3 } })
    },
  }),
  failing: row<null, null>({
    ...limits,
    runsIn: 'process',
    load: async () => (bytes) => ({ value: null, bytes: Buffer.alloc(bytes.readUInt32LE(100)) }),
  }),
  unloadable: row<null, null>({
    ...limits,
    runsIn: 'process',
    load: () => Promise.reject(new Error('There is no such module')),
  }),
  endless: row<null, null>({ runsIn: 'process', deadlineMs: 300, memoryMb: 512, load: async () => forever }),
  endlessText: row<null, null>({ runsIn: 'thread', deadlineMs: 300, memoryMb: 64, load: async () => forever }),
  waiting: row<null, null>({ ...limits, runsIn: 'process', load: async () => () => new Promise(() => undefined) }),
  /** Memory that no limit of a thread or of a heap counts. */
  buffers: row<null, null>({
    ...limits,
    memoryMb: 200,
    runsIn: 'process',
    load: async () => async () => {
      for (const all: Buffer[] = []; ; ) {
        all.push(Buffer.alloc(4 * 2 ** 20, 1))
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }),
  heap: row<null, null>({
    ...limits,
    memoryMb: 2_000,
    runsIn: 'process',
    load: async () => () => {
      for (const all: number[][] = []; ; ) all.push(new Array<number>(100_000).fill(all.length))
    },
  }),
  heapOfText: row<null, null>({
    ...limits,
    memoryMb: 64,
    runsIn: 'thread',
    load: async () => () => {
      for (const all: number[][] = []; ; ) all.push(new Array<number>(100_000).fill(all.length))
    },
  }),
}
