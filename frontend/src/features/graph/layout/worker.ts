import { type LayoutInput, layOut } from './layout.ts'

/** Lays out graphs in a worker, so that the page stays responsive. A response has the number of its request. */
addEventListener('message', ({ data }: MessageEvent<LayoutInput & { job: number }>) => {
  const places = layOut(data)
  postMessage({ job: data.job, places }, { transfer: [places.buffer] })
})
