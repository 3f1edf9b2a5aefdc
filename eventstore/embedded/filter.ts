import vm from 'node:vm'
import { GrpcError, status } from '../wire/grpc-error.ts'
import { MalformedMessage } from '../wire/protobuf.ts'
import { translate } from './dotnet-regex.ts'
import type { FilterRequest } from './read-request.ts'

/** A predicate on an event's stream name or type (as UTF-8). */
export function predicateOf(
  filter: FilterRequest | undefined,
  worked = threadWork,
): ((event: { stream: Buffer; type: Buffer }) => boolean) | undefined {
  if (!filter) return undefined
  const { on, prefixes } = filter
  // Nearly every subscriber sends this filter, so it is tested without decoding the names.
  if (filter.regex === '^[^$].*' && prefixes.length === 0) return (event) => event[on].length > 0 && event[on][0] !== 36
  if (filter.regex === '') {
    const starts = prefixes.map((prefix) => Buffer.from(prefix))
    return (event) => starts.some((start) => event[on].subarray(0, start.length).equals(start))
  }
  const matches = matcher(filter.regex, worked)
  return (event) => matches(event[on].toString('utf8'))
}

/** Longer names are tested under a time limit, even by quick patterns. */
const SHORT = 1000
/** Maximum work in milliseconds: for one name, and for all slow names of a call together. */
const [ONE_LIMIT, ALL_LIMIT] = [50, 2000]
/** A name is slow if its test costs more than this many milliseconds. */
const SLOW = 5
const REMEMBERED = 10_000

/** Processor time of this thread in milliseconds: measures the cost of a pattern independently of the machine's load. */
const threadWork = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Tests names with bounded work, so that an expensive pattern of one client cannot block the store for the others. */
function matcher(regex: string, worked: () => number): (text: string) => boolean {
  const { source, flags, isQuick } = translate(regex)
  const pattern = compile(source, flags)
  const context = vm.createContext({ pattern, text: '' })
  const script = new vm.Script('pattern.test(text)')
  const known = new Map<string, boolean>()
  let slow = 0

  const watched = (text: string): boolean => {
    context.text = text
    const since = worked()
    try {
      for (;;) {
        // A thread that gets half of a processor does ONE_LIMIT of work in this time.
        const found = within(2 * ONE_LIMIT)
        if (found !== undefined) return found
        if (worked() - since >= ONE_LIMIT) throw tooSlow(text)
        // The thread got less processor time than ONE_LIMIT: the pattern is not to blame, and is tested again.
      }
    } finally {
      const cost = worked() - since
      if (cost > SLOW) slow += cost
    }
  }
  /** Tests the text; undefined after `timeout` milliseconds of wall-clock time, the only limit that Node offers. */
  const within = (timeout: number): boolean | undefined => {
    try {
      return script.runInContext(context, { timeout })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      return undefined
    }
  }
  return (text) => {
    if (isQuick && text.length <= SHORT) return pattern.test(text)
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    if (slow > ALL_LIMIT) throw tooSlow(text)
    const found = watched(text)
    if (known.size >= REMEMBERED) known.clear()
    known.set(text, found)
    return found
  }
}

const tooSlow = (text: string) =>
  new GrpcError(status.INVALID_ARGUMENT, `the filter takes too long over "${text.slice(0, 100)}": use a simpler one`)

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags)
  } catch {
    throw new MalformedMessage('the filter is not a regular expression')
  }
}
