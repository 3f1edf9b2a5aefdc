/** A room in metres: x to the right of the middle, y up from the floor, z away from the viewer at z 0. */
export interface Shell {
  /** Half the width, the height in the middle, the depth. */
  half: number
  high: number
  deep: number
  /** Shape of the ceiling: a vault that springs at this height, one curve with the walls like a hull, or else flat. */
  vault?: number
  hull?: boolean
}

export interface Camera {
  /** Position of the eye; its z is 0. */
  x: number
  y: number
  /** Pixels per metre at a distance of one metre, and the vanishing point in the picture. */
  focal: number
  cx: number
  cy: number
}

export interface Hit {
  t: number
  x: number
  y: number
  z: number
  nx: number
  ny: number
  nz: number
  /** Coordinates on the surface, in metres. */
  u: number
  v: number
}

export const faces = { floor: 0, ceiling: 1, left: 2, right: 3, back: 4 } as const
export type Face = (typeof faces)[keyof typeof faces]

export const project = ({ x: ex, y: ey, focal, cx, cy }: Camera, x: number, y: number, z: number): [number, number] => [
  cx + ((x - ex) * focal) / z,
  cy - ((y - ey) * focal) / z,
]

/** Returns t at which a ray leaves an ellipse with the half axes `a` and `b`; infinity if it misses. */
const within = (ox: number, oy: number, dx: number, dy: number, a: number, b: number): number => {
  const A = (dx / a) ** 2 + (dy / b) ** 2
  const B = (ox * dx) / a ** 2 + (oy * dy) / b ** 2
  const C = (ox / a) ** 2 + (oy / b) ** 2 - 1
  const root = B * B - A * C
  return root < 0 || A === 0 ? Number.POSITIVE_INFINITY : (-B + Math.sqrt(root)) / A
}

/** Writes the point at which a ray from the eye leaves the room to `hit`, and returns the face. The direction of the ray has z = 1. */
export const leave = (shell: Shell, camera: Camera, dx: number, dy: number, hit: Hit): Face => {
  const { half, high, deep, vault, hull } = shell
  const { x: ox, y: oy } = camera
  let t = deep
  let face = faces.back as Face
  const nearer = (at: number, which: Face) => {
    if (at >= t) return
    t = at
    face = which
  }
  if (dy < 0) nearer(-oy / dy, faces.floor)
  if (hull) {
    const middle = high * 0.62
    nearer(within(ox, oy - middle, dx, dy, half, high * 0.8), dx < 0 ? faces.left : faces.right)
    if (dy > 0) nearer((high - oy) / dy, faces.ceiling)
  } else {
    if (dx !== 0) nearer(((dx < 0 ? -half : half) - ox) / dx, dx < 0 ? faces.left : faces.right)
    if (vault === undefined) {
      if (dy > 0) nearer((high - oy) / dy, faces.ceiling)
    } else if (dy > 0) {
      const at = within(ox, oy - vault, dx, dy, half, high - vault)
      if (oy + at * dy > vault && at < t + 1e-6) {
        t = at
        face = faces.ceiling
      }
    }
  }
  hit.t = t
  hit.x = ox + t * dx
  hit.y = oy + t * dy
  hit.z = t
  hit.nx = face === faces.left ? 1 : face === faces.right ? -1 : 0
  hit.ny = face === faces.floor ? 1 : face === faces.ceiling ? -1 : 0
  hit.nz = face === faces.back ? -1 : 0
  if (face === faces.ceiling && vault !== undefined) {
    const nx = -hit.x / half ** 2
    const ny = -(hit.y - vault) / (high - vault) ** 2
    const length = Math.hypot(nx, ny) || 1
    hit.nx = nx / length
    hit.ny = ny / length
  }
  hit.u = face === faces.left || face === faces.right ? hit.z : hit.x
  hit.v = face === faces.floor || face === faces.ceiling ? hit.z : hit.y
  return face
}
