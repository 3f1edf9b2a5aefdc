import { Socket } from 'node:net'
import process from 'node:process'
import { workerData } from 'node:worker_threads'
import { writeFrame } from './frames.ts'

/** A thread of the child process, whose main thread may be busy without an end: ends the process once its parent is gone, even one that was killed. */
const end = () => process.kill(process.pid, 'SIGKILL')

const parent = new Socket({ fd: 4, readable: true, writable: true })
parent.on('error', end)
parent.on('end', end)
parent.on('close', end)
parent.resume()

// Reports the memory usage on platforms where the parent cannot read it.
const reportMs = workerData as number
if (reportMs > 0) setInterval(() => writeFrame(parent, { rss: process.memoryUsage.rss() }), reportMs)
