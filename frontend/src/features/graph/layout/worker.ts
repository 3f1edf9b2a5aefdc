import { type LayoutInput, layOut } from './layout.ts'

/** Responds to each request by its number, in a worker, so that the page stays responsive. */
addEventListener('message', ({ data }: MessageEvent<LayoutInput & { job: number }>) => {
  const places = layOut(data)
  postMessage({ job: data.job, places }, { transfer: [places.buffer] })
})
