import {
  Box3,
  type BufferGeometry,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Vector3,
} from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

/** The largest dimension of a model on the stage, in units of the scene. */
export const modelSize = 4
const clayColour = '#b7a892'
const mmPerMetre = 1000

export interface Figure {
  /** Stands on the ground at the scene's origin; its largest dimension is `modelSize`. */
  object: Object3D
  /** In units of the scene; `radius` is half of its width or depth. */
  height: number
  radius: number
  /** Height of the model in millimetres; `unitsPerMm` is the number of scene units per millimetre. */
  heightMm: number
  unitsPerMm: number
  /** Shows the model's own colours if true, else plain clay. */
  showTexture: (isOn: boolean) => void
  showWireframe: (isOn: boolean) => void
  dispose: () => void
}

type Drawn = Mesh<BufferGeometry, MeshStandardMaterial>

const meshesIn = (object: Object3D): Drawn[] => {
  const meshes: Drawn[] = []
  object.traverse((child) => {
    if (child instanceof Mesh) meshes.push(child as Drawn)
  })
  return meshes
}

/** Parses a GLB, whose unit is the metre. Rejects files without geometry. */
export const parseFigure = async (glb: ArrayBuffer): Promise<Figure> => {
  const { scene: object } = await new GLTFLoader().parseAsync(glb, '')
  const meshes = meshesIn(object)
  const box = new Box3().setFromObject(object)
  if (meshes.length === 0 || box.isEmpty()) throw new Error('This model has no surface.')
  const { height, radius, heightMm, unitsPerMm, group } = standOnGround(object, box)
  const materials = new Map<Drawn, Material | Material[]>(meshes.map((mesh) => [mesh, mesh.material]))
  const clay = new MeshStandardMaterial({ color: clayColour, roughness: 0.85, metalness: 0 })
  for (const mesh of meshes) if (!mesh.geometry.hasAttribute('normal')) mesh.geometry.computeVertexNormals()

  return {
    object: group,
    height,
    radius,
    heightMm,
    unitsPerMm,
    showTexture(isOn) {
      for (const mesh of meshes) mesh.material = isOn ? (materials.get(mesh) as MeshStandardMaterial) : clay
    },
    showWireframe(isOn) {
      for (const material of [clay, ...[...materials.values()].flat()] as MeshStandardMaterial[])
        material.wireframe = isOn
    },
    dispose() {
      clay.dispose()
      for (const material of [...materials.values()].flat()) disposeMaterial(material)
      for (const { geometry } of meshes) geometry.dispose()
    },
  }
}

/** Scales a model to `modelSize` and centres it on the ground. */
const standOnGround = (object: Object3D, box: Box3) => {
  const size = box.getSize(new Vector3())
  const scale = modelSize / Math.max(size.x, size.y, size.z)
  const centre = box.getCenter(new Vector3())
  object.position.sub(new Vector3(centre.x, box.min.y, centre.z))
  const group = new Group()
  group.scale.setScalar(scale)
  group.add(object)
  return {
    group,
    height: size.y * scale,
    radius: (Math.max(size.x, size.z) / 2) * scale,
    heightMm: size.y * mmPerMetre,
    unitsPerMm: scale / mmPerMetre,
  }
}

const disposeMaterial = (material: Material) => {
  for (const value of Object.values(material))
    if (typeof value === 'object' && value !== null && 'isTexture' in value) (value as { dispose(): void }).dispose()
  material.dispose()
}
