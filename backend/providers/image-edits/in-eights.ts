const upToEights = (side: number): number => Math.ceil(side / 8) * 8

/** Stable Diffusion works on blocks of eight pixels, and cuts off what is left over. */
export const inEights = ({ width, height }: { width: number; height: number }) => ({
  width: upToEights(width),
  height: upToEights(height),
})
