import type { Object3D } from 'three'

/** Seconds of a full turn, and of the pause after a touch. */
const turn = 24
const restAfterTouch = 4
/** Seconds that a frame counts at most, after a pause. */
const longestFrame = 0.1

/** Turns a figure; a touch stops it for some seconds. */
export const createTurntable = (object: Object3D) => {
  let last = 0
  let restUntil = 0
  const turntable = {
    isOn: false,
    set(isOn: boolean) {
      turntable.isOn = isOn
      restUntil = 0
    },
    hold() {
      restUntil = Number.POSITIVE_INFINITY
    },
    release() {
      restUntil = performance.now() + restAfterTouch * 1000
    },
    /** `now` is the time of the frame in milliseconds. */
    advance(now: number) {
      const seconds = Math.min(longestFrame, (now - last) / 1000)
      last = now
      if (turntable.isOn && now >= restUntil) object.rotation.y += (seconds * 2 * Math.PI) / turn
    },
  }
  return turntable
}

/** Calls `draw` in the next frame after a request, and in each one while it returns true. */
export const createLoop = (draw: (now: number) => boolean) => {
  let frame = 0
  const request = () => {
    frame ||= requestAnimationFrame((now) => {
      frame = 0
      if (draw(now)) request()
    })
  }
  return { request, stop: () => cancelAnimationFrame(frame) }
}
