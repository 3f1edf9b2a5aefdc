import { readFileSync } from 'node:fs'

/**
 * Loaded before a program: its wall clock is off by as many milliseconds as the file of `CLOCK_FILE` says, read anew at each
 * SIGUSR2. Timers and `performance.now()` go on as they were, as they do when a machine's clock is set.
 */
const file = process.env.CLOCK_FILE
let offset = 0
const read = () => {
  if (file) offset = Number(readFileSync(file, 'utf8'))
}

const RealDate = Date
const now = () => RealDate.now() + offset
// A proxy, because dates are made in every way that there is: with and without `new`, by classes that extend it, from JSON.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, called) => Reflect.construct(target, given.length === 0 ? [now()] : given, called),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})

read()
process.on('SIGUSR2', read)
