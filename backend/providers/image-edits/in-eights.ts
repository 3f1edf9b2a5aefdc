const upToEights = (side: number): number => Math.ceil(side / 8) * 8

/** Rounds both sides up to multiples of eight: Stable Diffusion works on blocks of eight pixels, and cuts off the remainder. */
export const inEights = ({ width, height }: { width: number; height: number }) => ({
  width: upToEights(width),
  height: upToEights(height),
})
