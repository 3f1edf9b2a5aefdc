import {
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { type Figure, parseFigure } from './figure.ts'
import { createGrid, createGround, rulerTop } from './ground.ts'
import { createLoop, createTurntable } from './turntable.ts'

const distances = { min: 1, max: 20 }
const largestRatio = 2
const arrowStep = Math.PI / 12
const zoomStep = 1.2
/** A three-quarter view, a little from above. */
const firstView = { azimuth: Math.PI / 7, polar: Math.PI / 2.35 }
const lightStep = Math.PI / 3
const fieldOfView = 32

export interface StageOptions {
  /** Receives the canvas. */
  host: HTMLElement
  /** Written at the top of the ruler; it moves with it. */
  label: HTMLElement
  colours: { line: string; coin: string }
  onContextLost: () => void
}

export interface Stage {
  heightMm: number
  setTurning: (isOn: boolean) => void
  showTexture: (isOn: boolean) => void
  showWireframe: (isOn: boolean) => void
  showGrid: (isOn: boolean) => void
  /** Moves the light around the figure by 60 degrees. */
  moveLight: () => void
  rotateBy: (steps: number) => void
  tiltBy: (steps: number) => void
  /** Positive steps approach. */
  zoomBy: (steps: number) => void
  reset: () => void
  dispose: () => void
}

/** Draws a GLB until it is disposed. Rejects for a browser without WebGL and for unreadable files. */
export const createStage = async (glb: ArrayBuffer, options: StageOptions): Promise<Stage> => {
  const figure = await parseFigure(glb)
  try {
    return showFigure(figure, options)
  } catch (error) {
    figure.dispose()
    throw error
  }
}

const createLights = () => {
  const sky = new HemisphereLight('#fff4e4', '#3a3029', 1.5)
  const key = new DirectionalLight('#fff1dd', 2.6)
  const rim = new DirectionalLight('#c9d8ff', 0.9)
  rim.position.set(-3, 4, -5)
  let angle = Math.PI / 5
  const place = () => key.position.set(Math.sin(angle) * 5, 5.5, Math.cos(angle) * 5)
  place()
  return {
    all: [sky, key, rim] as Object3D[],
    move() {
      angle += lightStep
      place()
    },
  }
}

/** The distance at which the whole figure is visible at any angle. */
const fittingDistance = ({ height, radius }: Figure, aspect: number) => {
  const reach = Math.max(height / 2, (radius * 1.5) / aspect) * 1.38
  return Math.min(distances.max, reach / Math.tan((fieldOfView * Math.PI) / 360) + radius)
}

/** The scene with its objects, and the camera that the user moves. */
const createView = (figure: Figure, canvas: HTMLCanvasElement, colours: StageOptions['colours']) => {
  const scene = new Scene()
  const camera = new PerspectiveCamera(fieldOfView, 1, 0.05, 60)
  const lights = createLights()
  const ground = createGround(figure, colours.line)
  const grid = createGrid(figure, colours)
  grid.object.visible = false
  scene.add(figure.object, ground.object, grid.object, ...lights.all)
  const controls = createControls(camera, canvas, figure)
  return {
    scene,
    camera,
    lights,
    ground,
    grid,
    controls,
    resize(width: number, height: number) {
      camera.aspect = width / height
      camera.updateProjectionMatrix()
      if (!controls.hasFitted) controls.fit(camera.aspect)
    },
    dispose() {
      controls.orbit.dispose()
      for (const part of [figure, ground, grid]) part.dispose()
    },
  }
}

/** Reports the size of an element while it is visible, until the returned function is called. */
const observeSize = (element: HTMLElement, onSize: (width: number, height: number) => void): (() => void) => {
  const observer = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = element
    if (width > 0 && height > 0) onSize(width, height)
  })
  observer.observe(element)
  return () => observer.disconnect()
}

const showFigure = (figure: Figure, { host, label, colours, onContextLost }: StageOptions): Stage => {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: 'low-power' })
  const canvas = renderer.domElement
  renderer.setPixelRatio(Math.min(largestRatio, devicePixelRatio))
  host.append(canvas)
  const view = createView(figure, canvas, colours)
  const { scene, camera, controls, grid, ground } = view
  const turntable = createTurntable(figure.object)
  const top = new Vector3(...rulerTop(figure))
  const loop = createLoop((now) => {
    turntable.advance(now)
    renderer.render(scene, camera)
    if (grid.object.visible) placeLabel(label, top, camera, canvas)
    return turntable.isOn
  })
  const after = (act: () => void) => {
    act()
    loop.request()
  }
  const byHand = (act: () => void) => {
    turntable.release()
    after(act)
  }

  const stopObserving = observeSize(host, (width, height) => {
    renderer.setSize(width, height)
    after(() => view.resize(width, height))
  })
  const lose = (event: Event) => {
    event.preventDefault()
    onContextLost()
  }
  canvas.addEventListener('webglcontextlost', lose)
  controls.orbit.addEventListener('change', loop.request)
  controls.orbit.addEventListener('start', turntable.hold)
  controls.orbit.addEventListener('end', turntable.release)

  return {
    heightMm: figure.heightMm,
    setTurning: (isOn) => after(() => turntable.set(isOn)),
    showTexture: (isOn) => after(() => figure.showTexture(isOn)),
    showWireframe: (isOn) => after(() => figure.showWireframe(isOn)),
    showGrid: (isOn) => after(() => setVisible({ grid, ground }, isOn)),
    moveLight: () => after(view.lights.move),
    rotateBy: (steps) => byHand(() => controls.turn(steps * arrowStep, 0)),
    tiltBy: (steps) => byHand(() => controls.turn(0, steps * arrowStep)),
    zoomBy: (steps) => byHand(() => controls.zoom(zoomStep ** -steps)),
    reset: () => byHand(() => controls.reset(camera.aspect)),
    dispose() {
      loop.stop()
      stopObserving()
      canvas.removeEventListener('webglcontextlost', lose)
      view.dispose()
      renderer.dispose()
      renderer.forceContextLoss()
      canvas.remove()
    },
  }
}

/** The grid replaces the marks on the ground. */
const setVisible = ({ grid, ground }: Record<'grid' | 'ground', { object: Object3D }>, isGrid: boolean) => {
  grid.object.visible = isGrid
  ground.object.visible = !isGrid
}

const createControls = (camera: PerspectiveCamera, canvas: HTMLCanvasElement, figure: Figure) => {
  const orbit = new OrbitControls(camera, canvas)
  orbit.minDistance = distances.min
  orbit.maxDistance = distances.max
  orbit.maxPolarAngle = Math.PI * 0.52
  const place = (azimuth: number, polar: number, distance: number) => {
    const upTo = Math.min(orbit.maxPolarAngle, Math.max(0.05, polar))
    const length = Math.min(distances.max, Math.max(distances.min, distance))
    camera.position.setFromSphericalCoords(length, upTo, azimuth).add(orbit.target)
    orbit.update()
  }
  const control = {
    orbit,
    hasFitted: false,
    fit(aspect: number) {
      control.hasFitted = true
      orbit.target.set(0, figure.height * 0.48, 0)
      place(firstView.azimuth, firstView.polar, fittingDistance(figure, aspect))
    },
    reset(aspect: number) {
      figure.object.rotation.y = 0
      control.fit(aspect)
    },
    turn: (azimuth: number, polar: number) =>
      place(orbit.getAzimuthalAngle() + azimuth, orbit.getPolarAngle() + polar, orbit.getDistance()),
    zoom: (factor: number) => place(orbit.getAzimuthalAngle(), orbit.getPolarAngle(), orbit.getDistance() * factor),
  }
  return control
}

const projected = new Vector3()
const placeLabel = (label: HTMLElement, at: Vector3, camera: PerspectiveCamera, canvas: HTMLCanvasElement) => {
  projected.copy(at).project(camera)
  const x = ((projected.x + 1) / 2) * canvas.clientWidth
  const y = ((1 - projected.y) / 2) * canvas.clientHeight
  label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`
}
