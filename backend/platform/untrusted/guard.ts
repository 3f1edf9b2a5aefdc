import { Socket } from 'node:net'
import process from 'node:process'
import { workerData } from 'node:worker_threads'
import { writeFrame } from './frames.ts'

/**
 * Kills the child process once its parent has ended, even if the parent was killed. This runs in a thread, since the main thread may be
 * busy endlessly.
 */
const end = () => process.kill(process.pid, 'SIGKILL')

const parent = new Socket({ fd: 4, readable: true, writable: true })
parent.on('error', end)
parent.on('end', end)
parent.on('close', end)
parent.resume()

// Reports the memory usage on platforms where the parent cannot read it.
const reportMs = workerData as number
if (reportMs > 0) setInterval(() => writeFrame(parent, { rss: process.memoryUsage.rss() }), reportMs)
