/** Brush diameters in pixels of the image. */
export const brushSizes = { least: 5, most: 200, usual: 25 }

export const resized = (size: number, by: number): number =>
  Math.min(brushSizes.most, Math.max(brushSizes.least, size + by))
