import { type LayoutInput, layOut } from './layout.ts'

/** Answers each request by its number. Runs apart from the page, which goes on meanwhile. */
addEventListener('message', ({ data }: MessageEvent<LayoutInput & { job: number }>) => {
  const places = layOut(data)
  postMessage({ job: data.job, places }, { transfer: [places.buffer] })
})
